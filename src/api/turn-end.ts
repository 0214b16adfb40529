import type { Clock } from '../core/clock.ts';

type Task = () => void;

/**
 * Runs tasks at the end of an event loop tick: first answers to single callers, then events to subscribers,
 * then background work. So a caller does not wait for a thousand writes to others.
 */
export class TurnEnd {
  private readonly clock: Clock;
  private answers: Task[] = [];
  private update: Task[] = [];
  private rest: Task[] = [];
  private spare: Task[] = [];
  private isAsked = false;
  private current = 0;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** A number that distinguishes event loop ticks, as long as something is scheduled at their ends. */
  get turn(): number {
    return this.current;
  }

  /** Starts the next tick early, in a task at the end of this one. */
  advance(): void {
    this.current += 1;
  }

  /** Whether something is scheduled at the end of this tick, so that it ends without waiting for I/O. */
  get isPending(): boolean {
    return this.isAsked;
  }

  /** Runs the task together with the answers. */
  answer(task: Task): void {
    this.scheduleEnd();
    this.answers.push(task);
  }

  /** Runs the task together with the events. */
  schedule(task: Task): void {
    this.scheduleEnd();
    this.update.push(task);
  }

  /** Runs the task after the answers and events of this tick. */
  background(task: Task): void {
    this.scheduleEnd();
    this.rest.push(task);
  }

  private scheduleEnd(): void {
    if (this.isAsked) return;
    this.isAsked = true;
    this.clock.soon(this.giveAnswers);
    this.clock.soon(this.notify);
  }

  private readonly giveAnswers = (): void => {
    const { answers } = this;
    this.answers = [];
    for (const task of answers) task();
  };

  private readonly notify = (): void => {
    const { update } = this;
    this.update = [];
    this.isAsked = false;
    // Answers added since then have no tick end scheduled yet.
    if (this.answers.length > 0) this.scheduleEnd();
    const { current } = this;
    try {
      for (const task of update) task();
    } finally {
      this.doRest();
      if (this.current === current) this.advance();
    }
  };

  private doRest(): void {
    if (this.rest.length === 0) return;
    const { rest } = this;
    this.rest = this.spare;
    try {
      for (const task of rest) task();
    } finally {
      rest.length = 0;
      this.spare = rest;
    }
  }
}
