import type { Undo } from '../../core/clock.ts';
import { fault } from '../../core/errors.ts';
import { type StepProcess, until } from './step-process.ts';
import type { Trace } from './trace.ts';

/** Where runs of an item are to stop; `*` stands for every run. */
export interface Breakpoint {
  readonly run_id: string;
  /** The path of a step, e.g. `action/1`; `*` stands for every step. */
  readonly node: string;
  readonly domain: string;
  readonly item_id: string;
}

/** A run that stopped. */
export type Halt = Breakpoint;

/** Whose runs are meant. */
export interface RunKey {
  readonly domain: string;
  readonly item_id: string;
  readonly run_id: string;
}

interface Halted {
  readonly trace: Trace;
  goOn(): void;
}

const EVERY = '*';

/** Stops runs at steps for people who look for a mistake, as long as somebody listens. */
export class Breakpoints {
  private points: Breakpoint[] = [];
  private readonly hearers = new Set<(halt: Halt) => void>();
  private readonly halted = new Map<string, Halted>();
  /** Runs that are to stop at their next step. */
  private readonly stepping = new Set<string>();

  /** Whether any run might have to stop. */
  get isWatching(): boolean {
    return this.points.length > 0 || this.stepping.size > 0;
  }

  /** All that are set. */
  list(): readonly Breakpoint[] {
    return this.points;
  }

  /** Hears of runs that stop. When nobody listens any more, all breakpoints go and all runs go on. */
  subscribe(hear: (halt: Halt) => void): Undo {
    this.hearers.add(hear);
    return () => {
      if (!this.hearers.delete(hear) || this.hearers.size > 0) return;
      this.points = [];
      this.stepping.clear();
      for (const one of [...this.halted.values()]) one.goOn();
    };
  }

  /** Sets one; throws `home_assistant_error` when nobody listens for runs that stop. */
  set(point: Breakpoint): void {
    if (this.hearers.size === 0) throw fault('home_assistant_error', 'no_breakpoint_subscription');
    this.clear(point);
    this.points.push(point);
  }

  /** Takes one away. */
  clear(point: Breakpoint): void {
    this.points = this.points.filter(
      (one) => !(isOf(one, point) && one.run_id === point.run_id && one.node === point.node),
    );
  }

  /** Lets a run that stopped go on. */
  goOn({ run_id: runId }: RunKey): void {
    this.halted.get(runId)?.goOn();
  }

  /** Lets it go on to its next step. */
  step(key: RunKey): void {
    if (!this.halted.has(key.run_id)) return;
    this.stepping.add(key.run_id);
    this.goOn(key);
  }

  /** Stops the run here where it is to; goes on when it is told to. */
  *halt(trace: Trace, path: string): StepProcess {
    const { domain, itemId, runId } = trace.facts;
    if (itemId === null) return;
    const here: Halt = { domain, item_id: itemId, run_id: runId, node: path };
    const isMeant =
      this.stepping.delete(runId) ||
      this.points.some(
        (one) =>
          isOf(one, here) &&
          (one.run_id === EVERY || one.run_id === runId) &&
          (one.node === EVERY || one.node === path),
      );
    if (!isMeant) return;
    trace.isStopped = true;
    for (const hear of this.hearers) hear(here);
    try {
      yield* until(new Promise<void>((goOn) => this.halted.set(runId, { trace, goOn })));
    } finally {
      trace.isStopped = false;
      this.halted.delete(runId);
    }
  }
}

function isOf(one: Breakpoint, other: Pick<RunKey, 'domain' | 'item_id'>): boolean {
  return one.domain === other.domain && one.item_id === other.item_id;
}
