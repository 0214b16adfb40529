import type { StepPlace } from '../../../parts/form/form-field.ts';
import { kindOf } from '../../../parts/steps/step-kinds.ts';
import type { ItemConfig, LongTrace, TraceStep } from '../../../server/items.ts';
import { say } from '../../../texts/say.ts';
import { partOf } from './item-shape.ts';

/** A step of a run, reached or not. */
export interface PathNode {
  readonly path: string;
  readonly name: string;
  /** The nesting level. */
  readonly depth: number;
  /** Each time it was executed. */
  readonly visits: readonly TraceStep[];
  readonly isReached: boolean;
  readonly failed: boolean;
}

const PLACES: Readonly<Record<string, { readonly part: string; readonly place: StepPlace }>> = {
  trigger: { part: 'triggers', place: 'triggers' },
  condition: { part: 'conditions', place: 'conditions' },
  action: { part: 'actions', place: 'actions' },
  sequence: { part: 'sequence', place: 'actions' },
};

/** The executed steps in order, followed by those of the configuration that were not reached. */
export function nodesOf({ trace, config }: Pick<LongTrace, 'trace' | 'config'>): readonly PathNode[] {
  const started = (path: string): string => trace[path]?.[0]?.timestamp ?? '';
  const reached = Object.keys(trace).sort(
    (a, b) => started(a).localeCompare(started(b)) || compareParts(a, b),
  );
  const nodes = reached.map((path) => node(config, path, trace[path] ?? []));
  const missed = topPaths(config)
    .filter((path) => trace[path] === undefined && !path.startsWith('trigger'))
    .map((path) => node(config, path, []));
  return [...nodes, ...missed];
}

function node(config: ItemConfig, path: string, visits: readonly TraceStep[]): PathNode {
  const failed = visits.some(({ error, result }) => error !== undefined || result?.result === false);
  const depth = Math.max(0, Math.floor(path.split('/').length / 2) - 1);
  return { path, name: nameAt(config, path), depth, visits, isReached: visits.length > 0, failed };
}

/** Steps with the same timestamp are in the order of the configuration. */
function compareParts(a: string, b: string): number {
  const order = (path: string): number => Object.keys(PLACES).indexOf(path.split('/')[0] ?? '');
  return order(a) - order(b) || new Intl.Collator('en', { numeric: true }).compare(a, b);
}

function topPaths(config: ItemConfig): string[] {
  return Object.entries(PLACES).flatMap(([name, { part }]) =>
    partOf(config, part).map((_step, at) => `${name}/${at}`),
  );
}

/** The name of a step: its alias, else its type, else its path. */
function nameAt(config: ItemConfig, path: string): string {
  const [first = '', ...rest] = path.split('/');
  const found = PLACES[first];
  if (found === undefined || rest.length === 0) return path;
  let value: unknown = partOf(config, found.part);
  for (const key of rest) value = (value as Readonly<Record<string, unknown>> | undefined)?.[key];
  if (typeof value === 'string' && value !== '') return value;
  const alias = (value as { alias?: unknown } | undefined)?.alias;
  if (typeof alias === 'string' && alias !== '') return alias;
  const place = rest.includes('if') || rest.includes('conditions') ? 'conditions' : found.place;
  const kind = kindOf(place, value);
  if (kind === undefined) return path;
  const called = (value as { action?: unknown; service?: unknown }).action;
  const more = kind.name === 'action' && typeof called === 'string' ? `: ${called}` : '';
  return `${say(kind.title)}${more}`;
}
