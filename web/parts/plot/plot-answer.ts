import type { Connection } from 'home-assistant-js-websocket';
import type { PlottedAttribute } from '../../domains/domain-view.ts';

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
  /** Whether short states are left out: each span of `width` then has the state that held longest in it. */
  readonly thinned: boolean;
  readonly start: readonly number[];
  readonly state: readonly (string | null)[];
  readonly width?: number;
  /** The spans in which other states held, with the longest of these. */
  readonly brief?: { readonly start: readonly number[]; readonly state: readonly string[] };
}

/** What is plotted of one entity. */
export type Plot = NumbersPlot | StatesPlot;

/** What to plot: times in milliseconds since 1970, and the maximum number of points for each entity. */
export interface PlotQuestion {
  readonly entityIds: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly points: number;
  /** Of entities that have more than their state. */
  readonly attributes?: ReadonlyMap<string, readonly PlottedAttribute[]>;
}

type Answer = Plot & { readonly attributes?: Readonly<Record<string, NumbersPlot>> };

/** The name of a plot: an entity, or one of its attributes. */
export function plotKey(entityId: string, attribute?: string): string {
  return attribute === undefined ? entityId : `${entityId} ${attribute}`;
}

/** Asks the server for plots, by their keys; those without anything in the range are left out. */
export async function readPlots(
  connection: Connection,
  { entityIds, from, to, points, attributes = new Map() }: PlotQuestion,
): Promise<ReadonlyMap<string, Plot>> {
  const names = [...attributes].map(([id, of]) => [id, of.map(({ name }) => name)] as const);
  const { entities } = await connection.sendMessagePromise<{ readonly entities: Record<string, Answer> }>({
    type: 'hearth/history/query',
    entity_ids: entityIds,
    start_time: new Date(from).toISOString(),
    end_time: new Date(to).toISOString(),
    points,
    attributes: Object.fromEntries(names),
  });
  const plots = new Map<string, Plot>();
  for (const [id, answer] of Object.entries(entities)) {
    for (const { name, scale } of attributes.get(id) ?? []) {
      const plot = answer.attributes?.[name];
      if (plot !== undefined) plots.set(plotKey(id, name), scale === undefined ? plot : scaled(plot, scale));
    }
    plots.set(plotKey(id), answer);
  }
  return plots;
}

/** A plot in another unit, in whole numbers but for the mean. */
function scaled(plot: NumbersPlot, scale: number): NumbersPlot {
  const whole = (values: readonly number[]) => values.map((value) => Math.round(value * scale));
  const mean = plot.mean.map((value) => value * scale);
  return { ...plot, min: whole(plot.min), mean, max: whole(plot.max), last: whole(plot.last) };
}
