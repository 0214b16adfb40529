import type { SqliteConnection } from '../../storage/sqlite.ts';
import type { RecentSamples } from './recent-samples.ts';
import { decodeBatch } from './sample-log.ts';

/** Reads what no block contains yet from the log, and returns the number of the log's last row. */
export function restoreSamples(connection: SqliteConnection, recent: RecentSamples): number {
  let last = 0;
  const mergedAt = new Map<number, { entityId: string; until: number }>();
  for (const row of connection.rows('SELECT id, entity_id, merged FROM sampled_entities')) {
    const entityId = String(row.entity_id);
    recent.restoreEntity(entityId, Number(row.id));
    mergedAt.set(Number(row.id), { entityId, until: Number(row.merged) });
    last = Math.max(last, Number(row.merged));
  }
  for (const row of connection.rows('SELECT id, batch, sum FROM sample_log ORDER BY id')) {
    const logId = Number(row.id);
    for (const { entity, sample, attributes } of decodeBatch(String(row.batch), Number(row.sum))) {
      const { entityId, until } = mergedAt.get(entity) ?? { entityId: '', until: logId };
      if (logId > until) recent.restoreSample(entityId, sample, attributes);
    }
    last = Math.max(last, logId);
  }
  return last;
}
