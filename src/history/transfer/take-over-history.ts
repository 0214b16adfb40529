import { fault } from '../../core/errors.ts';
import type { TakeOverReport, TakeOverRequest } from '../../core/history-take-over.ts';
import type { SampleStore } from '../samples/sample-store.ts';
import type { StatisticsEditor } from '../statistics/edit-statistics.ts';
import {
  removeRollups,
  takenStatistics,
  takeOverRollups,
  takeOverStatistics,
} from '../statistics/take-over-statistics.ts';
import type { HistoryImports } from './history-imports.ts';

interface Parts {
  readonly samples: SampleStore;
  readonly statistics: StatisticsEditor;
  readonly imports: HistoryImports;
}

/**
 * Copies the past of a predecessor, before the first change of the entity itself, to the entity. The statistics come
 * first, since their change is what undoes the rest: after a crash in between, both undoing and repeating it work.
 */
export async function takeOverHistory(
  { samples, statistics, imports }: Parts,
  { entityId, predecessor, isDryRun, now, shortFrom }: TakeOverRequest,
): Promise<TakeOverReport> {
  const { store } = statistics;
  await samples.requireAll?.();
  const known = samples.entityIds().includes(predecessor);
  if (!known && store.series('statistic', predecessor) === undefined)
    throw fault('not_found', 'take_over_no_history', { entity_id: predecessor });
  const before = (await firstTime(samples, entityId)) ?? Math.floor(now);
  const takeOver = { entityId, predecessor, before };
  const rows = takenStatistics(store, takeOver);
  const counts = { hours: rows.hour.length, fiveMinutes: rows['5minute'].length };
  const copy = { from: predecessor, to: entityId, before, shortFrom };
  const added = await imports.copy({ samples, store }, { ...copy, isDryRun: true });
  if (isDryRun) return { before, samples: added, ...counts, changeId: null };
  const changeId = takeOverStatistics(statistics, takeOver, now);
  takeOverRollups(store, takeOver);
  await imports.copy({ samples, store }, { ...copy, isDryRun: false });
  return { before, samples: added, ...counts, changeId };
}

/** Undoes a change of statistics; of a take-over, the rest as well. */
export async function undoChange({ samples, statistics }: Omit<Parts, 'imports'>, id: number): Promise<void> {
  const taken = statistics.changes.takenOver(id);
  if (taken !== undefined) {
    await samples.removeBefore(taken.entityId, taken.before);
    removeRollups(statistics.store, taken.entityId, taken.before);
  }
  statistics.changes.undo(id);
}

async function firstTime(samples: SampleStore, entityId: string): Promise<number | undefined> {
  const range = { entityIds: [entityId], from: 0, to: Number.MAX_SAFE_INTEGER, withAttributes: false };
  for await (const part of samples.read(range)) return part.samples[0]?.at;
  return undefined;
}
