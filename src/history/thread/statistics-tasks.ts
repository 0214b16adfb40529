import type { StatisticDescription, StatisticsQuery, SummaryQuery } from '../../core/statistics-query.ts';
import { addEarlierStatistics, type EarlierStatistics } from '../statistics/add-earlier-statistics.ts';
import { type CompileOutcome, type CompileRun, compileStatistics } from '../statistics/compile-run.ts';
import { adjustSum, changeUnit, clearStatistics, updateMetadata } from '../statistics/edit-statistics.ts';
import { importStatistics, type StatisticsImport } from '../statistics/import-statistics.ts';
import { repairStatistic, type StatisticRepair } from '../statistics/repair-statistic.ts';
import { type RepricedCost, type Repricing, repriceCost } from '../statistics/reprice-cost.ts';
import { type StatisticSummary, statisticSummary } from '../statistics/statistic-summary.ts';
import { copyStatistics } from '../statistics/statistics-copies.ts';
import { statisticsInPeriod } from '../statistics/statistics-in-period.ts';
import { dropShortTerm } from '../statistics/statistics-upkeep.ts';
import type { ChangeEntry } from '../statistics/undoable-changes.ts';
import { undoChange } from '../transfer/take-over-history.ts';
import type { TaskContext } from './task.ts';

/** An edit and when it is made. */
type Edit<Given> = { readonly given: Given; readonly at: number };
type Given<Edit extends (editor: never, given: never, at: number) => void> = Parameters<Edit>[1];

/** The tasks of the statistics; writes are durable when they are answered. */
export const statisticsTasks = {
  /** All statistics, in the order in which they were added. */
  'statistics.list': ({ statistics }: TaskContext): readonly StatisticDescription[] =>
    statistics.store
      .all('statistic')
      .map(({ name: statisticId, metadata }) => ({ ...metadata, statisticId })),

  /** Compiles what is missing up to a time. */
  'statistics.compile': (
    { statistics, samples, pause }: TaskContext,
    run: CompileRun,
  ): Promise<CompileOutcome> => compileStatistics({ samples, store: statistics.store, pause }, run),

  /** The values of a statistic over a period. */
  'statistics.summary': ({ statistics }: TaskContext, query: SummaryQuery): StatisticSummary =>
    statisticSummary(statistics.store, query),

  'statistics.import': ({ statistics }: TaskContext, { given, at }: Edit<StatisticsImport>): void =>
    importStatistics(statistics.changes, given, at),

  /** Adds rows of another server before the own ones, and returns their number. */
  'statistics.addEarlier': ({ statistics }: TaskContext, { given, at }: Edit<EarlierStatistics>): number =>
    addEarlierStatistics(statistics, given, at),

  'statistics.clear': (
    { statistics }: TaskContext,
    { given, at }: Edit<Given<typeof clearStatistics>>,
  ): void => clearStatistics(statistics, given, at),

  'statistics.updateMetadata': (
    { statistics }: TaskContext,
    { given, at }: Edit<Given<typeof updateMetadata>>,
  ): void => updateMetadata(statistics, given, at),

  'statistics.changeUnit': (
    { statistics }: TaskContext,
    { given, at }: Edit<Given<typeof changeUnit>>,
  ): void => changeUnit(statistics, given, at),

  'statistics.adjustSum': ({ statistics }: TaskContext, { given, at }: Edit<Given<typeof adjustSum>>): void =>
    adjustSum(statistics, given, at),

  /** Corrects a row and returns the number of the change. */
  'statistics.repair': ({ statistics }: TaskContext, { given, at }: Edit<StatisticRepair>): number =>
    repairStatistic(statistics, given, at),

  /** Computes a cost again with other prices. */
  'statistics.reprice': ({ statistics }: TaskContext, { given, at }: Edit<Repricing>): RepricedCost =>
    repriceCost(statistics, given, at),

  /** The newest changes that can be undone. */
  'statistics.changes': ({ statistics }: TaskContext, limit: number): readonly ChangeEntry[] =>
    statistics.changes.list(limit),

  'statistics.undo': (context: TaskContext, id: number): Promise<void> => undoChange(context, id),

  /** Moves the statistics of an entity to its new id; false if that one has statistics. */
  'statistics.rename': (
    { statistics }: TaskContext,
    { from, to }: { readonly from: string; readonly to: string },
  ): boolean => statistics.store.rename(from, to),

  /** Deletes what is past its retention period and copies the database; returns the path of the copy. */
  'statistics.tidy': async (
    { statistics: { store, changes }, pause }: TaskContext,
    tidying: {
      readonly shortTermBefore: number;
      readonly rollupsBefore: number;
      readonly changesBefore: number;
      readonly copies: { readonly folder: string; readonly stamp: string };
    },
  ): Promise<string> => {
    changes.forgetBefore(tidying.changesBefore);
    await dropShortTerm(store, { kind: 'statistic', at: tidying.shortTermBefore });
    await dropShortTerm(store, { kind: 'rollup', at: tidying.rollupsBefore });
    await store.mergeLog();
    await pause();
    return copyStatistics(store, tidying.copies);
  },
};

export const statisticsStreams = {
  /** The rows of statistics in a period, as JSON text. */
  'statistics.rows': ({ statistics }: TaskContext, query: StatisticsQuery): AsyncIterable<Uint8Array> =>
    statisticsInPeriod(statistics.store, query),
};
