import type { Connection } from 'home-assistant-js-websocket';

/** What the history of one entity occupies. */
export interface EntityUsage {
  readonly entity_id: string;
  readonly samples: number;
  readonly bytes: number;
  /** In milliseconds since 1970. */
  readonly first: number;
  readonly last: number;
  readonly per_day: number;
  readonly recorded: boolean;
  readonly keep_days: number;
}

/** What is kept of the history. */
export interface HistoryUsage {
  readonly keep_days: number;
  readonly short_term_days: number;
  readonly entities: readonly EntityUsage[];
}

/** A statistic, or a sensor that will have one. */
export interface Statistic {
  readonly statistic_id: string;
  readonly name: string | null;
  readonly has_sum: boolean;
  readonly unit_class: string | null;
  readonly statistics_unit_of_measurement: string | null;
}

/** Something wrong with a statistic. */
export interface StatisticsIssue {
  readonly type: string;
  readonly data: {
    readonly statistic_id: string;
    readonly state_unit?: string | null;
    readonly state_unit_class?: string | null;
    readonly metadata_unit?: string | null;
  };
}

/** A change of statistics that can be undone. */
export interface StatisticsChange {
  readonly change_id: number;
  readonly kind: 'import' | 'clear' | 'adjust' | 'metadata' | 'unit' | 'repair';
  readonly statistic_id: string;
  readonly at: string;
}

export type StatisticsPeriod = '5minute' | 'hour';

/** One row of a statistic, in its own unit. */
export interface StatisticsRow {
  /** In milliseconds since 1970. */
  readonly start: number;
  readonly mean?: number | null;
  readonly min?: number | null;
  readonly max?: number | null;
  readonly change?: number | null;
}

export const readUsage = (connection: Connection): Promise<HistoryUsage> =>
  connection.sendMessagePromise({ type: 'hearth/history/usage' });

export const listStatistics = (connection: Connection): Promise<readonly Statistic[]> =>
  connection.sendMessagePromise({ type: 'recorder/list_statistic_ids' });

export const validateStatistics = (
  connection: Connection,
): Promise<Readonly<Record<string, readonly StatisticsIssue[]>>> =>
  connection.sendMessagePromise({ type: 'recorder/validate_statistics' });

export const listChanges = (connection: Connection): Promise<readonly StatisticsChange[]> =>
  connection.sendMessagePromise({ type: 'hearth/statistics/changes', limit: 20 });

export const undoChange = (connection: Connection, change_id: number): Promise<unknown> =>
  connection.sendMessagePromise({ type: 'hearth/statistics/undo', change_id });

export const deleteStatistic = (connection: Connection, id: string): Promise<unknown> =>
  connection.sendMessagePromise({ type: 'recorder/clear_statistics', statistic_ids: [id] });

/** Names another unit for the stored values. */
export const renameUnit = (
  connection: Connection,
  statistic_id: string,
  { state_unit = null, state_unit_class = null }: StatisticsIssue['data'],
): Promise<unknown> =>
  connection.sendMessagePromise({
    ...{ type: 'recorder/update_statistics_metadata', statistic_id },
    ...{ unit_of_measurement: state_unit, unit_class: state_unit_class },
  });

/** The rows from one time to another, in milliseconds since 1970. */
export async function readRows(
  connection: Connection,
  { statistic_id: id, unit_class: unitClass, statistics_unit_of_measurement: unit }: Statistic,
  { period, from, to }: { readonly period: StatisticsPeriod; readonly from: number; readonly to: number },
): Promise<readonly StatisticsRow[]> {
  const rows = await connection.sendMessagePromise<Readonly<Record<string, readonly StatisticsRow[]>>>({
    ...{ type: 'recorder/statistics_during_period', statistic_ids: [id], period },
    ...{ start_time: new Date(from).toISOString(), end_time: new Date(to).toISOString() },
    types: ['mean', 'min', 'max', 'change'],
    // Otherwise rows have the unit in which the sensor is shown.
    units: unitClass === null || unit === null ? {} : { [unitClass]: unit },
  });
  return rows[id] ?? [];
}

/** Corrects a row: its value, or its change of a sum. Returns the number of the change, to undo it. */
export async function repairRow(
  connection: Connection,
  { statistic_id }: Statistic,
  row: {
    readonly start: number;
    readonly period: StatisticsPeriod;
    readonly value?: number;
    readonly change?: number;
  },
): Promise<number> {
  const { start, ...others } = row;
  const { change_id } = await connection.sendMessagePromise<{ readonly change_id: number }>({
    ...{ type: 'hearth/statistics/repair', statistic_id, start_time: new Date(start).toISOString() },
    ...others,
  });
  return change_id;
}

/** Changes what is recorded of an entity; undefined keeps a choice. */
export const chooseRecording = (
  connection: Connection,
  entity_id: string,
  choice: { readonly isRecorded: boolean; readonly days: number | undefined },
): Promise<unknown> =>
  connection.sendMessagePromise({
    ...{ type: 'config/entity_registry/update', entity_id, options_domain: 'recorder' },
    options: {
      recording_disabled_by: choice.isRecorded ? null : 'user',
      ...(choice.days === undefined ? {} : { keep_days: choice.days }),
    },
  });
