import type { MatchingTimes } from '../../core/past-states.ts';

const SECOND = 1000;

/** A period in milliseconds since 1970, both in whole seconds; `end` is exclusive. */
export interface Period {
  readonly start: number;
  readonly end: number;
}

/** What matched within a period: for how many milliseconds, and in how many blocks. */
export interface Matched {
  readonly time: number;
  readonly count: number;
}

/** When a source had one of the wanted states: from a time until now [history facts §7.1]. */
export class MatchingBlocks {
  /** The beginning of what is known. */
  private from: number;
  private isFirstOn: boolean;
  /** Beginnings and ends of blocks, in turn. */
  private times: number[];

  constructor(from: number, { isOn, times }: MatchingTimes) {
    this.from = from;
    this.isFirstOn = isOn;
    this.times = [...times];
  }

  /** Whether a period begins within what is known. */
  knows(start: number): boolean {
    return start >= this.from;
  }

  get isOn(): boolean {
    return this.isFirstOn !== (this.times.length % 2 === 1);
  }

  /** Notes that the source has one of the states, or none of them, from `at` on. */
  set(isOn: boolean, at: number): void {
    if (isOn !== this.isOn) this.times.push(Math.max(at, this.times.at(-1) ?? this.from));
  }

  /** Forgets what was before a time. */
  dropBefore(at: number): void {
    if (at <= this.from) return;
    const first = this.times.findIndex((time) => time >= at);
    const dropped = first === -1 ? this.times.length : first;
    if (dropped % 2 === 1) this.isFirstOn = !this.isFirstOn;
    this.times.splice(0, dropped);
    this.from = at;
  }

  /** What matched within a period until now; blocks shorter than `minLength` do not count. */
  within({ start, end }: Period, now: number, minLength: number): Matched {
    // The clock of a period has whole seconds: what began in its last one counts.
    const until = Math.min(end, floorSecond(now));
    let [time, count] = [0, 0];
    for (const [begin, finish] of this.blocks()) {
      if (floorSecond(begin) > until || finish < start || (finish === start && begin < start)) continue;
      const length = Math.max(Math.min(finish, until) - Math.max(begin, start), 0);
      if (length < minLength) continue;
      time += length;
      count += 1;
    }
    return { time, count };
  }

  private *blocks(): Generator<readonly [begin: number, finish: number]> {
    const edges = this.isFirstOn ? [Number.NEGATIVE_INFINITY, ...this.times] : this.times;
    for (let i = 0; i < edges.length; i += 2) yield [edges[i] ?? 0, edges[i + 1] ?? Number.POSITIVE_INFINITY];
  }
}

/** The whole second at or before a time. */
export function floorSecond(at: number): number {
  return Math.floor(at / SECOND) * SECOND;
}
