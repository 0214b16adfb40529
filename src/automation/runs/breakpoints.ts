import type { Undo } from '../../core/clock.ts';
import { fault } from '../../core/errors.ts';
import { type StepProcess, until } from './step-process.ts';
import type { Trace } from './trace.ts';

/** Where runs of an item halt; `*` stands for every run. */
export interface Breakpoint {
  readonly run_id: string;
  /** The path of a step, e.g. `action/1`; `*` stands for every step. */
  readonly node: string;
  readonly domain: string;
  readonly item_id: string;
}

/** A halted run. */
export type Halt = Breakpoint;

/** Identifies a run. */
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

/** Halts runs at steps for debugging, as long as there is a subscriber. */
export class Breakpoints {
  private points: Breakpoint[] = [];
  private readonly listeners = new Set<(halt: Halt) => void>();
  private readonly halted = new Map<string, Halted>();
  /** Runs that halt at their next step. */
  private readonly stepping = new Set<string>();

  /** Whether any run might have to halt. */
  get isWatching(): boolean {
    return this.points.length > 0 || this.stepping.size > 0;
  }

  /** All breakpoints. */
  list(): readonly Breakpoint[] {
    return this.points;
  }

  /**
   * Subscribes to halted runs. With the last subscriber, all breakpoints are removed and all runs continue.
   */
  subscribe(listener: (halt: Halt) => void): Undo {
    this.listeners.add(listener);
    return () => {
      if (!this.listeners.delete(listener) || this.listeners.size > 0) return;
      this.points = [];
      this.stepping.clear();
      for (const one of [...this.halted.values()]) one.goOn();
    };
  }

  /** Sets a breakpoint; throws `home_assistant_error` without a subscriber. */
  set(point: Breakpoint): void {
    if (this.listeners.size === 0) throw fault('home_assistant_error', 'no_breakpoint_subscription');
    this.clear(point);
    this.points.push(point);
  }

  /** Removes a breakpoint. */
  clear(point: Breakpoint): void {
    this.points = this.points.filter(
      (one) => !(isOf(one, point) && one.run_id === point.run_id && one.node === point.node),
    );
  }

  /** Continues a halted run. */
  goOn({ run_id: runId }: RunKey): void {
    this.halted.get(runId)?.goOn();
  }

  /** Continues a halted run to its next step. */
  step(key: RunKey): void {
    if (!this.halted.has(key.run_id)) return;
    this.stepping.add(key.run_id);
    this.goOn(key);
  }

  /** Halts the run if a breakpoint applies, until it is continued. */
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
    for (const listener of this.listeners) listener(here);
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
