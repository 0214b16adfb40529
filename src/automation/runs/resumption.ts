import type { Bus } from '../../core/bus.ts';
import type { Clock } from '../../core/clock.ts';
import { ignoreLogged } from '../../core/ignore-logged.ts';
import type { Part } from '../../core/lifecycle.ts';
import type { Log } from '../../core/log.ts';
import type { Run } from './run.ts';
import type { RunStore, StoredRun } from './run-store.ts';
import type { Resuming } from './runner.ts';

/** An owner of runs: an automation or a script. */
export interface RunOwner {
  readonly owner: string;
  /** Identifies the actions, to detect changes after a restart. */
  fingerprint(): string;
  resume(stored: StoredRun, how: Resuming): { readonly run: Run; readonly result: Promise<unknown> };
  /** Records in the traces that a run is not resumed. */
  giveUp(stored: StoredRun, reason: string): void;
}

/** The dependencies of resuming runs. */
export interface ResumptionParts {
  readonly store: RunStore;
  /** The persisted runs, oldest first. */
  readonly stored: readonly StoredRun[];
  readonly find: (owner: string) => RunOwner | undefined;
  /** The results of runs, for the runs that wait for them. */
  readonly results: Map<string, Promise<unknown>>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
}

/** Resumes the runs that were waiting when the process ended, once the server is up. */
export class Resumption implements Part {
  readonly name = 'runs of before';
  private readonly parts: ResumptionParts;

  constructor(parts: ResumptionParts) {
    this.parts = parts;
  }

  start(): void {
    const { stored, bus, clock, results } = this.parts;
    if (stored.length === 0) return;
    const ready = new Promise<void>((done) => {
      const undo = bus.on('homeassistant_started', () => {
        undo();
        done();
      });
    });
    const how = { upAt: clock.now(), ready };
    const runs = new Map<string, Run>();
    // Runs that others wait for come first: a resumed parent looks up their results.
    for (const one of childrenFirst(stored)) {
      const resumed = this.resume(one, how);
      if (resumed === undefined) continue;
      runs.set(one.id, resumed.run);
      results.set(one.id, resumed.result);
      resumed.result.catch(ignoreLogged);
    }
    for (const { id, parent } of stored) {
      const child = runs.get(id);
      if (parent !== null && child !== undefined) runs.get(parent)?.adopt(child);
    }
  }

  stop(): void {}

  private resume(one: StoredRun, how: Resuming): ReturnType<RunOwner['resume']> | undefined {
    const { find, log, store } = this.parts;
    const owner = find(one.owner);
    const reason =
      owner === undefined
        ? 'it is no longer there'
        : owner.fingerprint() !== one.plan
          ? 'its actions were changed while the hub was down'
          : one.limited
            ? 'the permissions of its caller ended with the process'
            : undefined;
    if (owner !== undefined && reason === undefined) return owner.resume(one, how);
    log.warn(`A run of ${one.owner} was not resumed: ${reason}`);
    owner?.giveUp(one, `The run was not resumed: ${reason}`);
    store.forget(one.id);
    return undefined;
  }
}

function childrenFirst(stored: readonly StoredRun[]): StoredRun[] {
  const byParent = new Map<string, StoredRun[]>();
  for (const one of stored) {
    if (one.parent !== null) byParent.set(one.parent, [...(byParent.get(one.parent) ?? []), one]);
  }
  const sorted = new Set<StoredRun>();
  const visit = (one: StoredRun, depth: number): void => {
    if (depth < 1000)
      for (const child of byParent.get(one.id) ?? []) if (child !== one) visit(child, depth + 1);
    sorted.add(one);
  };
  for (const one of stored) if (!sorted.has(one)) visit(one, 0);
  return [...sorted];
}
