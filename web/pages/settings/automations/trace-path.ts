import type { StepPlace } from '../../../parts/form/form-field.ts';
import { kindOf } from '../../../parts/steps/step-kinds.ts';
import type { ItemConfig, LongTrace, TraceStep } from '../../../server/items.ts';
import { say } from '../../../texts/say.ts';
import { hasFailed, PLACES, partOf } from './item-parts.ts';

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
  const failed = visits.some(hasFailed);
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
export function nameAt(config: ItemConfig, path: string): string {
  const [first = '', ...rest] = path.split('/');
  const found = PLACES[first];
  if (found === undefined || rest.length === 0) return path;
  let value: unknown = partOf(config, found.part);
  for (const key of rest) value = partAt(value, key);
  const place = rest.includes('if') || rest.includes('conditions') ? 'conditions' : found.place;
  return nameOfStep(place, value) ?? path;
}

/** A part of a step. Short forms leave out lists of one item, and keys that a path has nevertheless. */
function partAt(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const found: unknown = Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
  const isImplied =
    key === 'sequence' || key.startsWith('condition') || (/^\d+$/.test(key) && !Array.isArray(value));
  return found === undefined && isImplied ? value : found;
}

/** The name of a step: its alias, else a template, else its type; undefined for what has no form. */
export function nameOfStep(place: StepPlace, step: unknown): string | undefined {
  if (typeof step === 'string' && step !== '') return step;
  const { alias, action } = Object(step) as { alias?: unknown; action?: unknown };
  if (typeof alias === 'string' && alias !== '') return alias;
  const kind = kindOf(place, step);
  if (kind === undefined) return undefined;
  return `${say(kind.title)}${kind.name === 'action' && typeof action === 'string' ? `: ${action}` : ''}`;
}
