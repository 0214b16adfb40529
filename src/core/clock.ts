/** Undoes an acquisition: ends a subscription, a timer or a component. Calling it twice is harmless. */
export type Undo = () => void;

/**
 * The source of time, passed as an argument. Times are milliseconds since 1970 with microseconds in the
 * fraction; delays are milliseconds.
 */
export interface Clock {
  /** The current time, strictly increasing: two calls never return the same value. */
  now(): number;
  /**
   * Runs `task` once, `milliseconds` from now; the undo cancels it. A pending wait does not keep the process
   * alive.
   */
  after(milliseconds: number, task: () => void): Undo;
  /** Runs `task` at the end of the current event loop tick. */
  soon(task: () => void): void;
}

const MAX_TIMEOUT = 2 ** 31 - 1;

/** The clock of the machine. */
export class SystemClock implements Clock {
  private readonly onFailure: (error: unknown) => void;
  private last = 0;

  /**
   * `onFailure` receives errors thrown by scheduled tasks; without it they are uncaught and end the process.
   */
  constructor(
    onFailure = (error: unknown): void => {
      throw error;
    },
  ) {
    this.onFailure = onFailure;
  }

  now(): number {
    const micros = Date.now() * 1000;
    this.last = micros > this.last ? micros : this.last + 1;
    return this.last / 1000;
  }

  after(milliseconds: number, task: () => void): Undo {
    let timer: NodeJS.Timeout;
    const wait = (left: number): void => {
      const step = Math.min(left, MAX_TIMEOUT);
      timer = setTimeout(() => (left > step ? wait(left - step) : this.perform(task)), Math.max(0, step));
      timer.unref();
    };
    wait(milliseconds);
    return () => clearTimeout(timer);
  }

  soon(task: () => void): void {
    setImmediate(() => this.perform(task));
  }

  private perform(task: () => void): void {
    try {
      task();
    } catch (error) {
      this.onFailure(error);
    }
  }
}

/** Runs `task` every `milliseconds` until undone; a task that throws does not end the series. */
export function every(clock: Clock, milliseconds: number, task: () => void): Undo {
  let cancel: Undo = () => {};
  let ended = false;
  const next = (): void => {
    cancel = clock.after(milliseconds, () => {
      if (!ended) next();
      task();
    });
  };
  next();
  return () => {
    ended = true;
    cancel();
  };
}

/**
 * The CPU time this process has used, in milliseconds. Unlike wall-clock time it does not grow while other
 * programs run.
 */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Formatted seconds, cached: each state has three timestamps, and old ones are formatted again and again. */
const SECONDS_KEPT = 256;
const secondsKept = new Float64Array(SECONDS_KEPT).fill(Number.NaN);
const prefixes: string[] = new Array(SECONDS_KEPT).fill('');
const THREE_DIGITS = Array.from({ length: 1000 }, (_, i) => String(i).padStart(3, '0'));

/** ISO 8601 in UTC with six digits and an explicit offset, e.g. `2026-11-20T05:45:08.123456+00:00`. */
export function isoTime(point: number): string {
  const micros = Math.round(point * 1000);
  const second = Math.floor(micros / 1_000_000);
  const slot = second & (SECONDS_KEPT - 1);
  if (secondsKept[slot] !== second) {
    prefixes[slot] = new Date(second * 1000).toISOString().slice(0, -4);
    secondsKept[slot] = second;
  }
  const rest = micros - second * 1_000_000;
  const thousands = Math.floor(rest / 1000);
  return `${prefixes[slot]}${THREE_DIGITS[thousands]}${THREE_DIGITS[rest - thousands * 1000]}+00:00`;
}

/** The point of an ISO 8601 time with an offset, in milliseconds with microseconds as a fraction: reads what `isoTime` writes. NaN for anything else. */
export function pointOfIsoTime(text: string): number {
  // `Date.parse` drops what is below a millisecond.
  const micros = /\.\d{3}(\d{1,3})/.exec(text)?.[1] ?? '';
  return (Date.parse(text) * 1000 + Number(micros.padEnd(3, '0'))) / 1000;
}
