import { type Clock, every, type Undo } from '../../core/clock.ts';
import { messageOf } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { Received } from './received.ts';

/** What a poll is built from. */
export interface PollParts {
  /** What is fetched, for the log: `http://host` or the program. */
  readonly title: string;
  /** Where it is configured, for the log. */
  readonly place: string;
  /** Seconds between two fetches; undefined to fetch only when asked. */
  readonly interval: number | undefined;
  /** Rejects with the reason why there is nothing. */
  readonly fetch: () => Promise<Received>;
  readonly clock: Clock;
  readonly log: Log;
}

type Follower = (received: Received | undefined) => void;

/** Fetches a text again and again for its followers: never while the last fetch still runs. */
export class Poll {
  private readonly parts: PollParts;
  private readonly followers = new Set<Follower>();
  private running: Promise<void> | undefined;
  private undo: Undo = () => {};
  private failure: string | undefined;

  constructor(parts: PollParts) {
    this.parts = parts;
  }

  /** Calls back with each text, and with undefined when there is none. The first fetch begins at once. */
  follow(follower: Follower): Undo {
    this.followers.add(follower);
    if (this.followers.size === 1) this.begin();
    return () => {
      if (!this.followers.delete(follower) || this.followers.size > 0) return;
      this.undo();
      this.undo = () => {};
    };
  }

  /** Fetches now, or waits for the fetch that runs. */
  refresh(): Promise<void> {
    this.running ??= this.fetch().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  private begin(): void {
    const { clock, interval } = this.parts;
    clock.soon(() => void this.refresh());
    this.undo = interval === undefined ? () => {} : every(clock, interval * 1000, () => void this.refresh());
  }

  private async fetch(): Promise<void> {
    if (this.followers.size === 0) return;
    const { title, place, log } = this.parts;
    let received: Received | undefined;
    try {
      received = await this.parts.fetch();
      if (this.failure !== undefined) log.info(`${place}: ${title} answers again`);
      this.failure = undefined;
    } catch (error) {
      const reason = messageOf(error);
      if (this.failure !== reason) log.warn(`${place}: ${title} gave nothing: ${reason}`);
      this.failure = reason;
    }
    for (const follower of [...this.followers]) follower(received);
  }
}
