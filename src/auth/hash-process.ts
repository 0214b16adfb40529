import { type ChildProcess, fork } from 'node:child_process';
import type { Clock, Undo } from '../core/clock.ts';

/** A password to hash, or to compare with the given hash. */
export interface HashRequest {
  readonly hashed: string | null;
  readonly password: string;
}

export type HashResult = { readonly value: string | boolean } | { readonly failure: string };

/** Loaded from the build even when this file runs from `src`, as in tests. */
const PROGRAM = import.meta.url.endsWith('.ts')
  ? new URL('../../dist/auth/hash-program.js', import.meta.url)
  : new URL('./hash-program.js', import.meta.url);
/** How long the process, which takes memory, stays idle before it ends. */
const IDLE = 10_000;

interface Pending {
  readonly resolve: (value: string | boolean) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A low-priority process that hashes one password at a time. It starts with the first and ends when idle. It
 * is not a thread: a preempted low-priority thread may hold a lock of the shared allocator and block the
 * server.
 */
export class HashProcess {
  private readonly clock: Clock;
  private child: ChildProcess | undefined;
  private readonly pending: Pending[] = [];
  private cancelEnd: Undo = () => {};

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** The hash of a password, or whether it matches the given one. */
  compute(request: HashRequest): Promise<string | boolean> {
    this.cancelEnd();
    const child = this.child ?? this.begin();
    child.ref();
    child.channel?.ref();
    return new Promise((resolve, reject) => {
      this.pending.push({ resolve, reject });
      // If sending fails, the process has exited or is exiting, which rejects everything pending.
      child.send(request, () => {});
    });
  }

  private begin(): ChildProcess {
    const child = fork(PROGRAM, { execArgv: [], stdio: 'ignore', serialization: 'advanced' });
    this.child = child;
    let reason = 'it ended by itself';
    child.on('message', (result: HashResult) => this.settle(child, result));
    child.on('error', (error) => {
      reason = String(error);
      this.forget(child, reason);
    });
    child.once('exit', () => this.forget(child, reason));
    return child;
  }

  private forget(child: ChildProcess, reason: string): void {
    if (this.child !== child) return;
    this.child = undefined;
    for (const { reject } of this.pending.splice(0))
      reject(new Error(`The process for passwords failed: ${reason}`));
  }

  private settle(child: ChildProcess, result: HashResult): void {
    const first = this.pending.shift();
    if (this.pending.length === 0) {
      child.unref();
      child.channel?.unref();
      this.cancelEnd = this.clock.after(IDLE, () => {
        this.child = undefined;
        child.disconnect();
      });
    }
    if ('value' in result) first?.resolve(result.value);
    else first?.reject(new Error(`A password could not be reckoned: ${result.failure}`));
  }
}
