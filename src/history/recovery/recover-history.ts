import { crc32 } from 'node:zlib';
import type { Cause } from '../../core/cause-notes.ts';
import type { Row, SqliteConnection } from '../../storage/sqlite.ts';
import type { CauseLog } from '../cause-log/cause-log.ts';
import { CAUSE_COLUMNS, causeOfRow } from '../cause-log/cause-row.ts';
import { samplesOfRow } from '../samples/block-table.ts';
import type { Sample } from '../samples/sample.ts';
import { decodeBatch } from '../samples/sample-log.ts';
import type { SampleStore } from '../samples/sample-store.ts';
import { salvageRows } from './salvage-rows.ts';

/** A damaged `history.db` and what its readable part is added to. */
export interface Recovery {
  /** The damaged file, opened under its new name. */
  readonly damaged: SqliteConnection;
  readonly samples: SampleStore;
  readonly causes: Pick<CauseLog, 'add'>;
  /** The new `history.db`. */
  readonly connection: SqliteConnection;
  readonly pause: () => Promise<void>;
}

/** Samples that are added in one commit. */
const SAMPLES_PER_COMMIT = 5000;
const ROWS_PER_COMMIT = 200;
const CAUSE = 'context, parent, kind, subject, at, detail';

/** Adds what can be read of a damaged `history.db` to the new one. Returns the number of samples. */
export async function recoverHistory(recovery: Recovery): Promise<number> {
  const { damaged, samples, pause } = recovery;
  const names = entityNames(damaged);
  let added = 0;
  let waiting = 0;
  const add = async (entity: unknown, found: readonly Sample[]): Promise<void> => {
    const entityId = names.get(Number(entity));
    if (entityId === undefined || found.length === 0) return;
    samples.append([{ entityId, samples: found }]);
    added += found.length;
    waiting += found.length;
    if (waiting < SAMPLES_PER_COMMIT) return;
    waiting = 0;
    await samples.commit();
    await pause();
  };
  for (const table of ['sample_blocks', 'sample_heads'])
    for (const row of salvageRows(damaged, table, 'entity, first, last, count, data, sum'))
      await add(row.entity, samplesOfRow(row, true) ?? []);
  for (const [entity, found] of loggedSamples(damaged)) await add(entity, found);
  await samples.commit();
  await recoverCauses(recovery);
  await recoverCauseLog(recovery);
  return added;
}

/** Whether a damaged file has any history that can be read. */
export function hasHistory(damaged: SqliteConnection): boolean {
  return entityNames(damaged).size > 0;
}

/** The names by number, from the table and from its index, which are in different pages. */
function entityNames(damaged: SqliteConnection): Map<number, string> {
  const names = new Map<number, string>();
  const index = 'sampled_entities INDEXED BY sqlite_autoindex_sampled_entities_1';
  for (const table of ['sampled_entities', index])
    for (const { id, entity_id } of salvageRows(damaged, table, 'id, entity_id'))
      names.set(Number(id), String(entity_id));
  return names;
}

function loggedSamples(damaged: SqliteConnection): Map<number, Sample[]> {
  const samples = new Map<number, Sample[]>();
  for (const { batch, sum } of salvageRows(damaged, 'sample_log', 'batch, sum')) {
    for (const { entity, sample, attributes } of decodeBatch(String(batch), Number(sum))) {
      const list = samples.get(entity) ?? [];
      list.push({ ...sample, attributes: attributes ?? list.at(-1)?.attributes ?? '{}' });
      samples.set(entity, list);
    }
  }
  return samples;
}

async function recoverCauseLog({ damaged, causes, pause }: Recovery): Promise<void> {
  const texts = new Map<number, string>();
  for (const { id, hash, text } of salvageRows(damaged, 'cause_texts', 'id, hash, text'))
    if (crc32(String(text)) === hash) texts.set(Number(id), String(text));
  let found: Cause[] = [];
  for (const row of salvageRows(damaged, 'cause_log', CAUSE_COLUMNS)) {
    const cause = readableCause(row, texts);
    if (cause === undefined) continue;
    found.push(cause);
    if (found.length < ROWS_PER_COMMIT) continue;
    causes.add(found);
    found = [];
    await pause();
  }
  causes.add(found);
}

function readableCause(row: Row, texts: ReadonlyMap<number, string>): Cause | undefined {
  if (!texts.has(Number(row.subject))) return undefined;
  try {
    const text = (id: number): string => texts.get(id) ?? '';
    return causeOfRow(row, { text, detail: (id) => JSON.parse(text(id)) });
  } catch {
    return undefined;
  }
}

async function recoverCauses({ damaged, connection, pause }: Recovery): Promise<void> {
  const sql = `INSERT INTO causes (${CAUSE}) VALUES (?, ?, ?, ?, ?, ?)`;
  let rows: (string | number | null)[][] = [];
  const write = (): void => {
    connection.transaction(false, () => connection.run({ sql, rows }));
    rows = [];
  };
  for (const row of salvageRows(damaged, 'causes', CAUSE)) {
    rows.push([row.context, row.parent, row.kind, row.subject, row.at, row.detail] as (
      | string
      | number
      | null
    )[]);
    if (rows.length < ROWS_PER_COMMIT) continue;
    write();
    await pause();
  }
  write();
}
