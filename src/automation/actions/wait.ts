import type { Undo } from '../../core/clock.ts';
import { float } from '../../jinja/values/number.ts';
import type { Duration } from '../config/duration.ts';
import type { Fields } from '../config/fields.ts';
import type { Names } from '../config/scope.ts';
import type { Step } from '../runs/run.ts';
import { RunEnded } from '../runs/signals.ts';
import type { StepProcess } from '../runs/step-process.ts';
import { waitUntil } from '../runs/waiting.ts';
import { lengthOfWait } from './length.ts';

/** The longest a step waits, and whether the run continues after that. */
export interface Timeout {
  readonly length: Duration | undefined;
  readonly mayContinue: boolean;
}

/** Parses `timeout` and `continue_on_timeout`. */
export function parseTimeout(keys: Fields): Timeout {
  return { length: keys.duration('timeout'), mayContinue: keys.boolean('continue_on_timeout', true) };
}

/** A wait, and what it assigns to the variable `wait`. */
export interface Waiting<T> {
  readonly timeout: Timeout;
  /** The initial keys of `wait` besides `completed` and `remaining`. */
  readonly first: Names;
  /** Whether the wait is over before it starts. */
  isOver?(): boolean;
  /** Null if there is nothing to wait for. */
  begin(done: (value: T) => void): Undo | null;
  /** The final keys of `wait`. */
  last(value: T): Names;
}

/** Waits, updates the variable `wait`, and ends the run after a timeout unless it is to continue. */
export function* waitFor<T>(step: Step, waiting: Waiting<T>): StepProcess {
  const { run, scope, cursor, traced } = step;
  const { clock } = run.parts.setting;
  const { timeout } = waiting;
  const set = (values: Names): void => {
    scope.protect('wait', { ...values });
    traced.result({ wait: scope.all.wait });
  };
  const timeOver = (): void => {
    set({ remaining: float(0), completed: false, ...waiting.first });
    if (timeout.mayContinue) return;
    traced.result({ timeout: true });
    throw new RunEnded('aborted', 'The time to wait is over');
  };
  if (cursor.waits !== true) {
    const length = timeout.length === undefined ? null : lengthOfWait(timeout.length, run, scope);
    const seconds = length === null ? null : float(length / 1000);
    set({ remaining: seconds, completed: false, ...waiting.first });
    if (waiting.isOver?.() === true) {
      set({ remaining: seconds, completed: true, ...waiting.first });
      return;
    }
    if (length === 0) return timeOver();
    cursor.waits = true;
    cursor.due = length === null ? null : clock.now() + length;
    run.waits();
  }
  const due = cursor.due === null ? null : Number(cursor.due);
  const value = yield* waitUntil<{ readonly value: T } | null>(run.parts, due, (done) => {
    const undo = waiting.begin((what) => done({ value: what }));
    if (undo === null) done(null);
    return undo ?? (() => {});
  });
  if (value === null) return;
  if (value === undefined) return timeOver();
  const remaining = due === null ? null : float(Math.max(0, due - clock.now()) / 1000);
  set({ remaining, completed: true, ...waiting.last(value.value) });
}
