import type { Connection } from 'home-assistant-js-websocket';

/** Buckets of numbers of equal width, by columns; times in milliseconds since 1970. Spans without a number are left out. */
export interface NumbersPlot {
  readonly kind: 'numbers';
  readonly width: number;
  readonly start: readonly number[];
  readonly min: readonly number[];
  readonly mean: readonly number[];
  readonly max: readonly number[];
  readonly last: readonly number[];
}

/** Each state with the time at which it began; null while there was none. */
export interface StatesPlot {
  readonly kind: 'states';
  /** Whether short states are left out. */
  readonly thinned: boolean;
  readonly start: readonly number[];
  readonly state: readonly (string | null)[];
}

/** What is plotted of one entity. */
export type Plot = NumbersPlot | StatesPlot;

/** What to plot: times in milliseconds since 1970, and at most as many points for each entity. */
export interface PlotQuestion {
  readonly entityIds: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly points: number;
}

/** Asks the server for plots; entities without any in the range are left out. */
export async function readPlots(
  connection: Connection,
  { entityIds, from, to, points }: PlotQuestion,
): Promise<ReadonlyMap<string, Plot>> {
  const { entities } = await connection.sendMessagePromise<{ readonly entities: Record<string, Plot> }>({
    type: 'hearth/history/query',
    entity_ids: entityIds,
    start_time: new Date(from).toISOString(),
    end_time: new Date(to).toISOString(),
    points,
  });
  return new Map(Object.entries(entities));
}
