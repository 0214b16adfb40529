import type { StepPlace } from '../../../parts/form/form-field.ts';
import type { LongTrace, TraceStep } from '../../../server/items.ts';
import { hasFailed, normalItem, PLACES, partOf } from './item-parts.ts';

/** What became of a step. */
export type Mood = 'done' | 'failed' | 'running' | 'skipped';

/** A step of the configuration with what a run did there. */
export interface GraphStep {
  readonly path: string;
  readonly place: StepPlace;
  readonly step: unknown;
  readonly mood: Mood;
  readonly visits: readonly TraceStep[];
  readonly branches: readonly GraphBranch[];
}

/** A name that the user gave, or what kind of branch it is and its number. */
export type BranchLabel =
  | string
  | {
      readonly key: 'option' | 'otherwise' | 'then' | 'beside' | 'repeated' | 'in_order';
      readonly number: number;
    };

/** One of the ways on from a step, beside each other. */
export interface GraphBranch {
  readonly label: BranchLabel;
  /** Whether the run went this way. */
  readonly isTaken: boolean;
  readonly steps: readonly GraphStep[];
}

/** The part of a graph below one heading. Triggers are alternatives: they stand beside each other. */
export interface GraphPart {
  readonly place: StepPlace;
  readonly steps: readonly GraphStep[];
}

type Values = Readonly<Record<string, unknown>>;
type Way = { readonly label: BranchLabel; readonly path: string; readonly steps: readonly unknown[] };

/** Deeper branches are in the list of steps only. */
const MAX_DEPTH = 10;

/** The configuration of a run as a graph: its triggers, conditions and actions with their branches. */
export function graphOf(trace: LongTrace): readonly GraphPart[] {
  const config = normalItem('automation', trace.config);
  return Object.entries(PLACES).flatMap(([name, { part, place }]) => {
    const steps = partOf(config, part).map((step, at) => graphStep(trace, `${name}/${at}`, place, step, 0));
    return steps.length === 0 ? [] : [{ place, steps }];
  });
}

function graphStep(
  trace: LongTrace,
  path: string,
  place: StepPlace,
  step: unknown,
  depth: number,
): GraphStep {
  const visits = trace.trace[path] ?? [];
  const branches =
    place === 'actions' && depth < MAX_DEPTH
      ? branchesOf(Object(step)).map(({ label, path: rest, steps }) => {
          const below = steps.map((one, at) =>
            graphStep(trace, `${path}/${rest}/${at}`, place, one, depth + 1),
          );
          return { label, isTaken: below.some(({ visits: some }) => some.length > 0), steps: below };
        })
      : [];
  return { path, place, step, mood: moodOf(trace, path, visits), visits, branches };
}

function moodOf({ last_step: last, state }: LongTrace, path: string, visits: readonly TraceStep[]): Mood {
  if (visits.length === 0) return 'skipped';
  if (state !== 'stopped' && (last === path || last?.startsWith(`${path}/`) === true)) return 'running';
  return visits.some(hasFailed) ? 'failed' : 'done';
}

/** The ways on from an action, with the part of the trace's paths below it. */
function branchesOf(values: Values): readonly Way[] {
  if (values.choose !== undefined)
    return [
      ...listOf(values.choose).map(
        (option, at): Way => ({
          label: aliasOf(option) ?? { key: 'option', number: at + 1 },
          path: `choose/${at}/sequence`,
          steps: listOf(Object(option).sequence),
        }),
      ),
      { label: { key: 'otherwise', number: 1 }, path: 'default', steps: listOf(values.default) },
    ];
  if (values.if !== undefined)
    return [
      { label: { key: 'then', number: 1 }, path: 'then', steps: listOf(values.then) },
      { label: { key: 'otherwise', number: 1 }, path: 'else', steps: listOf(values.else) },
    ];
  if (values.parallel !== undefined)
    return listOf(values.parallel).map(
      (branch, at): Way => ({
        label: aliasOf(branch) ?? { key: 'beside', number: at + 1 },
        path: `parallel/${at}/sequence`,
        steps: listOf(Object(branch).sequence ?? branch),
      }),
    );
  if (values.repeat !== undefined)
    return [
      {
        label: { key: 'repeated', number: 1 },
        path: 'repeat/sequence',
        steps: listOf(Object(values.repeat).sequence),
      },
    ];
  if (values.sequence !== undefined)
    return [{ label: { key: 'in_order', number: 1 }, path: 'sequence', steps: listOf(values.sequence) }];
  return [];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
}

function aliasOf(value: unknown): string | undefined {
  const { alias } = Object(value) as { alias?: unknown };
  return typeof alias === 'string' && alias !== '' ? alias : undefined;
}

/** All steps of a graph by path. */
export function stepsByPath(parts: readonly GraphPart[]): ReadonlyMap<string, GraphStep> {
  const found = new Map<string, GraphStep>();
  const add = (steps: readonly GraphStep[]): void => {
    for (const step of steps) {
      found.set(step.path, step);
      for (const branch of step.branches) add(branch.steps);
    }
  };
  for (const { steps } of parts) add(steps);
  return found;
}
