import type { Clock } from '../core/clock.ts';

type Task = () => void;

/**
 * What is done when a turn of the event loop is over: first single callers get their answers, then many hear the news, then comes what can wait. A caller
 * is not kept waiting by a thousand writes to others.
 */
export class TurnEnd {
  private readonly clock: Clock;
  private answers: Task[] = [];
  private news: Task[] = [];
  private rest: Task[] = [];
  private spare: Task[] = [];
  private isAsked = false;
  private current = 0;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Tells one tick of the event loop from the next, as long as something is done at its end. */
  get turn(): number {
    return this.current;
  }

  /** Begins the next tick now, in a task at the end of this one. */
  advance(): void {
    this.current += 1;
  }

  /** Whether something is done at the end of this tick, so that it ends without waiting for anything. */
  get isPending(): boolean {
    return this.isAsked;
  }

  /** Runs the task with the answers. */
  answer(task: Task): void {
    this.ask();
    this.answers.push(task);
  }

  /** Runs the task with the news. */
  tell(task: Task): void {
    this.ask();
    this.news.push(task);
  }

  /** Runs the task after the answers and the news of this turn. */
  background(task: Task): void {
    this.ask();
    this.rest.push(task);
  }

  private ask(): void {
    if (this.isAsked) return;
    this.isAsked = true;
    this.clock.soon(this.giveAnswers);
    this.clock.soon(this.tellNews);
  }

  private readonly giveAnswers = (): void => {
    const { answers } = this;
    this.answers = [];
    for (const task of answers) task();
  };

  private readonly tellNews = (): void => {
    const { news } = this;
    this.news = [];
    this.isAsked = false;
    // What was answered since the answers went out has no end of a turn yet.
    if (this.answers.length > 0) this.ask();
    const { current } = this;
    try {
      for (const task of news) task();
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
