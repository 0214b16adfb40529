import type { Clock } from './clock.ts';

/**
 * Milliseconds of work per event-loop tick. A request on a new connection takes three ticks (accept, read, answer), each of which may hold
 * this much work and the garbage collection it causes; together they stay below the 50 ms that nothing from outside may exceed.
 */
const BUDGET = 8;
/**
 * Ticks that a `Pacer` with work left skips: a new connection is accepted in one, its request read and
 * answered in the next.
 */
const REST_TICKS = 2;
/**
 * Beyond this many waiting tasks the oldest one is finished at once, so that the queue cannot fill the
 * memory.
 */
const MAX_WAITING = 20_000;

/** A task, or a task in steps: it may be paused until a later tick wherever its iterator yields. */
export type PacedTask = () => unknown;

/**
 * Runs tasks in the order they are submitted: immediately until the event-loop tick has used its budget, the rest in later ticks.
 * A task in steps is finished before the next task begins, so pausing never changes the order of effects.
 */
export class Pacer {
  private readonly clock: Clock;
  private readonly waiting: PacedTask[] = [];
  /** The rest of the task that was started last. */
  private current: Iterator<unknown> | undefined;
  private isWorking = false;
  /** When the first step of this tick began. */
  private startedAt: number | undefined;
  /** Ticks skipped since then. */
  private rested = 0;
  private watchers: { readonly max: number; readonly callback: () => void }[] = [];

  constructor(clock: Clock) {
    this.clock = clock;
  }

  private get isBehind(): boolean {
    return this.current !== undefined || this.waiting.length > 0;
  }

  /** Runs the task now or soon. */
  do(task: PacedTask): void {
    this.waiting.push(task);
    if (this.isWorking) return;
    this.work(this.hasTime);
    if (this.waiting.length > MAX_WAITING) this.finishOldest();
  }

  /**
   * Runs steps to their end in the order of all tasks and returns their result, as a promise if they need a
   * later tick. Throws or rejects if they throw.
   */
  finish<Result>(steps: Iterator<unknown, Result>): Result | Promise<Result> {
    let outcome: { readonly value: Result } | { readonly error: unknown } | undefined;
    let settle = (): void => {};
    this.do(function* () {
      try {
        for (;;) {
          const step = steps.next();
          if (step.done === true) {
            outcome = { value: step.value };
            break;
          }
          yield;
        }
      } catch (error) {
        outcome = { error };
      } finally {
        outcome ??= { error: new Error('The work was dropped') };
        settle();
      }
    });
    const result = (): Result => {
      if (outcome === undefined || 'error' in outcome) throw outcome?.error;
      return outcome.value;
    };
    if (outcome !== undefined) return result();
    return new Promise<void>((resolve) => {
      settle = resolve;
    }).then(result);
  }

  /**
   * Calls back as soon as at most `most` tasks are waiting, possibly immediately. Callers use it to stop
   * reading from a sender.
   */
  whenAtMost(max: number, callback: () => void): void {
    if (max === 0 ? !this.isBehind : this.waiting.length <= max) callback();
    else this.watchers.push({ max, callback });
  }

  /** Drops all waiting tasks and the rest of a started one. */
  clear(): void {
    this.waiting.length = 0;
    this.current?.return?.();
    this.current = undefined;
    this.callWatchers();
  }

  private finishOldest(): void {
    const { length } = this.waiting;
    // A started task counts as the oldest; finishing it removes nothing from the queue.
    if (this.current !== undefined) this.work(() => this.current !== undefined);
    this.work(() => this.current !== undefined || this.waiting.length >= length);
  }

  private work(mayGoOn: () => boolean): void {
    this.isWorking = true;
    try {
      while ((this.current !== undefined || this.waiting.length > 0) && mayGoOn()) this.step();
    } finally {
      this.isWorking = false;
    }
  }

  private step(): void {
    const { current } = this;
    if (current === undefined) {
      const startedAt = this.waiting.shift()?.();
      if (isIterator(startedAt)) this.current = startedAt;
      return;
    }
    let isDone = true;
    try {
      isDone = current.next().done === true;
    } finally {
      if (isDone && this.current === current) this.current = undefined;
    }
  }

  private readonly hasTime = (): boolean => {
    const now = this.clock.now();
    if (this.startedAt === undefined) {
      this.startedAt = now;
      this.clock.soon(this.nextTick);
    }
    return now - this.startedAt < BUDGET;
  };

  private readonly nextTick = (): void => {
    if (this.isBehind && this.rested < REST_TICKS) {
      this.rested += 1;
      this.clock.soon(this.nextTick);
      return;
    }
    this.rested = 0;
    this.startedAt = undefined;
    try {
      if (this.isBehind) this.work(this.hasTime);
    } finally {
      if (this.watchers.length > 0) this.callWatchers();
    }
  };

  private callWatchers(): void {
    const { watchers } = this;
    this.watchers = [];
    for (const { max, callback } of watchers) this.whenAtMost(max, callback);
  }
}

/** Lets asynchronous work yield to the event loop once it has used the budget of a tick. */
export class TickBudget {
  private readonly clock: Pick<Clock, 'now' | 'soon'>;
  private startedAt: number;

  constructor(clock: Pick<Clock, 'now' | 'soon'>) {
    this.clock = clock;
    this.startedAt = clock.now();
  }

  /** Whether the budget of this tick is used up; then `await nextTick()`. */
  isDue(): boolean {
    return this.clock.now() - this.startedAt >= BUDGET;
  }

  /** Resolves in the next event-loop tick, which has a budget of its own. */
  nextTick(): Promise<void> {
    return new Promise((resolve) => {
      this.clock.soon(() => {
        this.startedAt = this.clock.now();
        resolve();
      });
    });
  }
}

/** Runs steps to their end over as many ticks as they need, and returns their result. */
export async function inTicks<Result>(
  clock: Pick<Clock, 'now' | 'soon'>,
  steps: Iterator<unknown, Result>,
): Promise<Result> {
  const tickBudget = new TickBudget(clock);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (tickBudget.isDue()) await tickBudget.nextTick();
  }
}

/** Yields the items with a pause after every `count` of them; short lists have none. */
export function* withPauses<Item>(
  items: Iterable<Item>,
  count: number,
  work: (item: Item) => void,
): Generator<void, void> {
  let done = 0;
  for (const item of items) {
    work(item);
    done += 1;
    if (done % count === 0) yield;
  }
}

/** Runs steps to their end at once, for callers whose work is short. */
export function atOnce<Result>(steps: Iterator<unknown, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Whether a value is steps to run, such as what a generator function returns. */
export function isIterator(value: unknown): value is Iterator<unknown> {
  return (
    typeof value === 'object' && value !== null && typeof (value as Iterator<unknown>).next === 'function'
  );
}
