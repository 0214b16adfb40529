import type { Undo } from '../../core/clock.ts';
import type { Trace } from './trace.ts';
import type { TraceJson } from './traces.ts';

/** The newest run of an automation or script that failed: its short trace. */
export interface FailedRun extends TraceJson {
  readonly domain: 'automation' | 'script';
  readonly item_id: string;
  readonly run_id: string;
}

/** Which failed run came, or is over because a later run succeeded or its item was removed. */
export interface FailureChange {
  readonly type: 'added' | 'removed';
  readonly run: FailedRun;
}

/** The newest failures are shown; a home with more has one problem. */
const MAX_FAILURES = 500;
/** Outcomes of runs that executed their actions. */
const EXECUTED = new Set(['finished', 'aborted', 'error']);

/** The automations and scripts whose last executed run failed. */
export class FailedRuns {
  private readonly failed = new Map<string, FailedRun>();
  private readonly listeners = new Set<(change: FailureChange) => void>();

  /** Takes the saved short traces, oldest first, as after a start. */
  load(saved: Iterable<TraceJson>): void {
    for (const short of saved) this.take(short);
  }

  /** Takes a completed run. */
  note(trace: Trace): void {
    if (trace.facts.itemId !== null) this.take(trace.short());
  }

  /** Forgets the failure of a removed item. */
  forget(domain: string, itemId: string): void {
    this.remove(keyOf(domain, itemId));
  }

  /** The failures, oldest first. */
  list(): readonly FailedRun[] {
    return [...this.failed.values()];
  }

  /** Calls back for each change, until undone. */
  subscribe(listener: (change: FailureChange) => void): Undo {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  private take(short: TraceJson): void {
    if (!EXECUTED.has(String(short.script_execution))) return;
    const run = short as FailedRun;
    const key = keyOf(run.domain, run.item_id);
    this.remove(key);
    if (run.script_execution !== 'error') return;
    const [oldest] = this.failed.keys();
    if (this.failed.size >= MAX_FAILURES && oldest !== undefined) this.remove(oldest);
    this.failed.set(key, run);
    this.emit('added', run);
  }

  private remove(key: string): void {
    const run = this.failed.get(key);
    if (run === undefined) return;
    this.failed.delete(key);
    this.emit('removed', run);
  }

  private emit(type: FailureChange['type'], run: FailedRun): void {
    for (const listener of this.listeners) listener({ type, run });
  }
}

function keyOf(domain: string, itemId: string): string {
  return `${domain} ${itemId}`;
}
