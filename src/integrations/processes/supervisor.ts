import type { Clock, Undo } from '../../core/clock.ts';
import { fault, messageOf } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { IntegrationProcess, type ProcessEnd } from './integration-process.ts';
import type { OwnPackages } from './own-packages.ts';
import { notRunning, refusedBy } from './process-faults.ts';
import type { EntryData, FromIntegration, ToIntegration } from './protocol.ts';
import type { Installed } from './spawn-integration.ts';
import { prepareTakeover } from './takeover.ts';

type Answer = Extract<FromIntegration, { type: 'answer' }>;
type Ready = Extract<FromIntegration, { type: 'ready' }>;
/** A message that is answered. */
type Request = Extract<ToIntegration, { id: number }>;
type WithoutId<Message> = Message extends unknown ? Omit<Message, 'id'> : never;

/** What happens in the processes of an integration. */
export interface SupervisorListener {
  /** A process is ready: it knows no entries yet. */
  started(ready: Ready): void;
  received(message: FromIntegration): void;
  /** Reports of a former process, which still carries out what it was asked before. */
  receivedLate(message: Extract<FromIntegration, { type: 'report' }>): void;
  /** Another process takes the place of the one that runs; what it sent meanwhile follows. */
  takenOver(ready: Ready): void;
  /** Its process has ended; `isFailing` after several crashes. */
  stopped(reason: string, isFailing: boolean): void;
}

/** A request that was sent. */
interface Pending {
  readonly to: IntegrationProcess;
  settle(answer: Answer | string): void;
}

const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 300_000;
/** A process that lives this long begins with the first wait again. */
const HEALTHY_AFTER = 600_000;
const MAX_CRASHES = 5;
const IDLE_FOR = 60_000;
const ANSWER_WITHIN = 30_000;

/** The dependencies of `Supervisor`. */
export interface SupervisorParts {
  readonly installed: Installed;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Runs the process of one integration while something uses it, and starts it again after a crash: after 1, 2,
 * 4 … 300 seconds.
 */
export class Supervisor {
  parts: SupervisorParts;
  private readonly listener: SupervisorListener;
  private readonly pending = new Map<number, Pending>();
  private readonly crashes: number[] = [];
  private process: IntegrationProcess | undefined;
  private isReady = false;
  private fetching: Promise<void> | undefined;
  private users = 0;
  private nextId = 1;
  private wait = FIRST_WAIT;
  private startedAt = 0;
  private endWait: Undo | undefined;
  private endIdle: Undo = () => {};
  private hasStopped = false;
  private drained = (): void => {};
  private lastLines: readonly string[] = [];

  constructor(parts: SupervisorParts, listener: SupervisorListener) {
    this.parts = parts;
    this.listener = listener;
  }

  /** Whether messages reach it now. */
  get isRunning(): boolean {
    return this.isReady;
  }

  get pid(): number | undefined {
    return this.process?.pid;
  }

  /** What its process wrote last, without secrets. */
  get lines(): readonly string[] {
    return this.process?.lastLines ?? this.lastLines;
  }

  /** Keeps the process running until undone. */
  use(): Undo {
    this.users += 1;
    this.endIdle();
    if (this.endWait === undefined) this.start();
    let isUndone = false;
    return () => {
      if (isUndone) return;
      isUndone = true;
      this.users -= 1;
      if (this.users > 0 || this.hasStopped) return;
      this.endIdle = this.parts.clock.after(IDLE_FOR, () => void this.end());
    };
  }

  /** Starts at once instead of waiting, after a user asked for it. */
  hurry(): void {
    if (this.endWait === undefined) return;
    this.endWait();
    this.endWait = undefined;
    this.start();
  }

  /** Resolves when the process is ready. Throws if it does not start. */
  async whenReady(): Promise<void> {
    this.hurry();
    try {
      await this.fetching;
      await this.process?.ready;
    } catch (error) {
      throw this.notRunning(error);
    }
    if (!this.isReady) throw this.notRunning();
  }

  send(message: ToIntegration): void {
    if (this.isReady) this.process?.send(message);
  }

  /** Sends a request and resolves with its result. Throws if it is refused, or if the process ends. */
  request(message: WithoutId<Request>): Promise<unknown> {
    const { manifest } = this.parts.installed;
    const to = this.process;
    if (!this.isReady || to === undefined) return Promise.reject(this.notRunning());
    const id = this.nextId;
    this.nextId += 1;
    return new Promise((resolve, reject) => {
      const cancel = this.parts.clock.after(ANSWER_WITHIN, () => {
        this.pending.delete(id);
        reject(fault('timeout', 'integration_timeout', { name: manifest.name }));
      });
      const settle = (answer: Answer | string): void => {
        cancel();
        if (typeof answer === 'string') reject(this.notRunning());
        else if (answer.error !== undefined) reject(refusedBy(manifest.name, answer.error));
        else resolve(answer.result);
      };
      this.pending.set(id, { to, settle });
      to.send({ ...message, id } as Request);
    });
  }

  /**
   * Replaces the process by one of another version, which sets up the entries first; it answers what the former one was
   * asked, which ends afterwards. Throws with the reason if it cannot: the former one goes on.
   */
  async takeOver(installed: Installed, entries: readonly EntryData[]): Promise<void> {
    const former = this.process;
    if (!this.isReady || former === undefined) throw this.notRunning();
    const next = await prepareTakeover({ ...this.parts, installed }, entries);
    if (this.process !== former || this.hasStopped) {
      await next.process.stop();
      throw this.notRunning();
    }
    this.parts = { ...this.parts, installed };
    this.process = next.process;
    this.startedAt = this.parts.clock.now();
    this.listener.takenOver(next.ready);
    for (const message of next.staged) this.receive(message, next.process);
    next.forward({
      received: (message) => this.receive(message, next.process),
      ended: (end) => this.ended(next.process, end),
    });
    this.drain(former).catch(() => {});
  }

  /** Ends a former process once it has answered. */
  private async drain(former: IntegrationProcess): Promise<void> {
    const open = [...this.pending.values()].filter(({ to }) => to === former);
    await new Promise<void>((resolve) => {
      const cancel = this.parts.clock.after(ANSWER_WITHIN, resolve);
      this.drained = () => {
        if ([...this.pending.values()].some(({ to }) => to === former)) return;
        cancel();
        resolve();
      };
      if (open.length === 0) this.drained();
    });
    this.drained = () => {};
    await former.stop();
  }

  /** Ends the process for a breach of the rules. */
  breach(reason: string): void {
    this.process?.end(reason);
  }

  /** Ends the process for good. */
  async stop(): Promise<void> {
    this.hasStopped = true;
    this.endIdle();
    this.endWait?.();
    await this.end();
  }

  private async end(): Promise<void> {
    await this.process?.stop();
  }

  private start(): void {
    if (this.process !== undefined || this.fetching !== undefined || this.hasStopped) return;
    const { packages } = this.parts.installed;
    if (packages?.areThere === false) {
      this.fetch(packages);
      return;
    }
    this.startedAt = this.parts.clock.now();
    const started: IntegrationProcess = new IntegrationProcess(this.parts, {
      received: (message) => this.receive(message, started),
      ended: (end) => this.ended(started, end),
    });
    this.process = started;
    started.ready.then(
      (ready) => {
        this.isReady = true;
        this.listener.started(ready);
      },
      () => {},
    );
  }

  /** Downloads what it needs, then starts it. */
  private fetch(packages: OwnPackages): void {
    this.fetching = packages
      .fetch()
      .finally(() => {
        this.fetching = undefined;
      })
      .then(() => this.start());
    this.fetching.catch((error: unknown) => this.notStarted(messageOf(error)));
  }

  private notStarted(reason: string): void {
    this.parts.log.error(`${this.parts.installed.manifest.name} ${reason}`);
    this.listener.stopped(reason, false);
    this.startAgain(this.wait);
  }

  private receive(message: FromIntegration, from: IntegrationProcess): void {
    if (message.type !== 'answer') {
      if (from === this.process) this.listener.received(message);
      else if (message.type === 'report') this.listener.receivedLate(message);
      return;
    }
    const answer = this.pending.get(message.id);
    this.pending.delete(message.id);
    answer?.settle(message);
    this.drained();
  }

  private ended(ended: IntegrationProcess, { reason, wasAsked }: ProcessEnd): void {
    const { clock, log, installed } = this.parts;
    for (const [id, { to, settle }] of [...this.pending]) {
      if (to !== ended) continue;
      this.pending.delete(id);
      settle(reason);
    }
    // A former process may end as it likes.
    if (ended !== this.process) return;
    this.lastLines = ended.lastLines;
    this.process = undefined;
    this.isReady = false;
    const now = clock.now();
    if (!wasAsked) {
      if (now - this.startedAt > HEALTHY_AFTER) this.wait = FIRST_WAIT;
      this.crashes.push(now);
      while ((this.crashes[0] ?? now) < now - HEALTHY_AFTER) this.crashes.shift();
      log.error(`${installed.manifest.name} ${reason}`);
    }
    const isFailing = this.crashes.length >= MAX_CRASHES;
    this.listener.stopped(reason, isFailing);
    this.startAgain(isFailing ? LONGEST_WAIT : this.wait);
  }

  private startAgain(wait: number): void {
    if (this.users === 0 || this.hasStopped) return;
    this.endWait = this.parts.clock.after(wait, () => {
      this.endWait = undefined;
      if (this.users > 0) this.start();
    });
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
  }

  private notRunning(cause?: unknown): Error {
    return notRunning(this.parts.installed.manifest.name, cause);
  }
}
