import { fault, HubError } from '../../core/errors.ts';
import { Float } from '../../core/json.ts';
import type { Value } from '../../jinja/values/context.ts';
import { str } from '../../jinja/values/printing.ts';
import type { Condition } from '../config/condition.ts';
import { configFault } from '../config/config-problem.ts';
import { Fields } from '../config/fields.ts';
import { isTemplate } from '../config/rendering.ts';
import type { Names, Scope } from '../config/scope.ts';
import { noNames } from '../config/scope.ts';
import { parseConditions } from '../parsing/parse-conditions.ts';
import type { Block, Step } from '../runs/run.ts';
import { RunEnded } from '../runs/signals.ts';
import type { StepProcess } from '../runs/step-process.ts';
import { until } from '../runs/step-process.ts';
import { type ActionKind, blockCursor } from './action.ts';
import { areMet } from './are-met.ts';
import { objectOf } from './items.ts';
import { renderIn } from './render.ts';

const WAYS = ['count', 'for_each', 'while', 'until'] as const;
/** Iterations after which an unbounded loop is logged, and after which it is ended. */
const MANY_ROUNDS = 5000;
const MAX_ITERATIONS = 10_000;
/** Iterations after which a loop yields to the event loop. */
const ROUNDS_PER_TURN = 100;

/** The number of iterations and the values of `repeat.item`. */
interface Rounds {
  /** Null if only a condition ends the loop. */
  readonly count: number | null;
  readonly items: readonly Value[] | null;
}

/** `repeat`: runs a block repeatedly. */
export const repeatAction: ActionKind = {
  keys: ['repeat'],
  parse: (keys, help) => {
    const own = new Fields(objectOf(keys.need('repeat'), keys.at('repeat')), keys.at('repeat'), help);
    const given = WAYS.filter((way) => own.has(way));
    const [way] = given;
    if (way === undefined || given.length > 1)
      throw configFault('repeat_needs_one_way', own.path, { ways: WAYS.join(', ') });
    const block = help.block(own.need('sequence'), own.at('sequence'));
    const isLoop = way === 'while' || way === 'until';
    const conditions = isLoop ? parseConditions(own.need(way), own.at(way), help) : undefined;
    const times = isLoop ? undefined : own.tree(way);
    if (way === 'count' && typeof times !== 'number' && typeof times !== 'string')
      throw configFault('expected_number_or_template', own.at('count'));
    if (way === 'for_each' && !Array.isArray(times) && !(typeof times === 'string' && isTemplate(times)))
      throw configFault('expected_list_or_template', own.at('for_each'));
    own.finish();
    return function* (step) {
      const { cursor } = step;
      cursor.names ??= noNames();
      cursor.index ??= 1;
      cursor.items ??= null;
      if (cursor.count === undefined)
        Object.assign(cursor, isLoop ? { count: null } : roundsOf(step, way, times));
      yield* loop(step, block, { way, conditions });
    };
  },
};

function roundsOf(step: Step, way: 'count' | 'for_each' | string, times: unknown): Rounds {
  const { run, scope } = step;
  const { rendering } = run.parts.setting;
  try {
    const value = rendering.tree(times, scope.all, renderIn(step));
    if (way === 'for_each') {
      if (Array.isArray(value)) return { count: value.length, items: value };
      throw fault('invalid_format', 'repeat_for_each_must_be_list_of');
    }
    const count =
      value instanceof Float
        ? value.value
        : typeof value === 'string'
          ? Number(value.trim() || 'x')
          : Number(value);
    if (value === null || value === undefined || (typeof value === 'object' && !(value instanceof Float)))
      throw new TypeError(`Repeat count must be a number. Got ${str(value)}`);
    if (!Number.isFinite(count))
      throw fault('invalid_format', 'repeat_count_must_be_number_got', { value: String(value) });
    return { count: Math.trunc(count), items: null };
  } catch (error) {
    if (!(error instanceof HubError)) throw error;
    run.parts.log.error(error.message);
    throw new RunEnded('aborted', error.message);
  }
}

interface LoopKind {
  readonly way: (typeof WAYS)[number];
  readonly conditions: readonly Condition[] | undefined;
}

function* loop(step: Step, block: Block, { way, conditions }: LoopKind): StepProcess {
  const { run, cursor, path } = step;
  const scope = step.scope.within(cursor.names as Names);
  const own = { ...step, scope };
  const count = cursor.count as number | null;
  const mayContinue = (): boolean => {
    if (conditions === undefined) return true;
    const met = areMet(own, conditions, { path: `${path}/repeat`, conditions: `${path}/repeat/${way}` });
    return way === 'while' ? met === true : met === false;
  };
  for (;;) {
    const index = Number(cursor.index);
    if (count !== null && index > count) return;
    if (cursor.inside !== true) {
      setRepeat(scope, cursor, index, count);
      if (run.isCancelled) return;
      if (way === 'while' && !mayContinue()) return;
      if (count === null) guard(step, way, index);
      if (index % ROUNDS_PER_TURN === 0)
        yield* until(new Promise<void>((done) => run.parts.setting.clock.soon(done)));
      cursor.inside = true;
    }
    yield* run.block(block, blockCursor(cursor), { scope, path: `${path}/repeat/sequence` });
    cursor.block = undefined;
    cursor.inside = false;
    if (way === 'until' && !mayContinue()) return;
    cursor.index = index + 1;
  }
}

function setRepeat(scope: Scope, cursor: Step['cursor'], index: number, count: number | null): void {
  const item = (cursor.items as readonly Value[] | null)?.[index - 1];
  scope.own('repeat', {
    first: index === 1,
    index,
    ...(count === null ? {} : { last: index === count }),
    ...(item === undefined || item === null ? {} : { item }),
  });
}

/** Logs a loop that only a condition ends after many iterations, and finally ends it. */
function guard({ run, path }: Step, way: string, index: number): void {
  const { log } = run.parts;
  const what = `The ${way} loop at ${path}`;
  if (index === MANY_ROUNDS) log.warn(`${what} has run ${MANY_ROUNDS} times`);
  if (index <= MAX_ITERATIONS) return;
  log.error(`${what} was stopped after ${MAX_ITERATIONS} rounds`);
  throw new RunEnded('aborted', `${what} was stopped after ${MAX_ITERATIONS} rounds`);
}
