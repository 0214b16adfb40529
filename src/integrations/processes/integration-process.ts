import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Duplex } from 'node:stream';
import type { Clock, Undo } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { issuesText } from '../../core/parse.ts';
import { redactText } from '../../core/redact.ts';
import { FrameReader, frameOf } from './frames.ts';
import { FromIntegration, isReportMessage, type ToIntegration } from './protocol.ts';
import { type Installed, spawnIntegration } from './spawn-integration.ts';

/** How a process ended. */
export interface ProcessEnd {
  /** Why, in words for the owner. */
  readonly reason: string;
  /** Whether the hub ended it on purpose. */
  readonly wasAsked: boolean;
}

/** What is told about a running process. */
export interface ProcessListener {
  received(message: FromIntegration): void;
  ended(end: ProcessEnd): void;
}

type Ready = Extract<FromIntegration, { type: 'ready' }>;

const READY_WITHIN = 30_000;
const PING_EVERY = 5_000;
const PONG_WITHIN = 10_000;
const STOP_WITHIN = 5_000;
/** The reports that are read per millisecond, and at once. */
const RATE = 2;
const BURST = 250;
/** Bytes that count as one report. */
const BYTES_PER_REPORT = 2000;
const MAX_LINE = 2000;
const LAST_LINES = 100;

/** The dependencies of `IntegrationProcess`. */
export interface ProcessParts {
  readonly installed: Installed;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * One process of an integration, from start to end. What it sends is parsed here; a message that breaks the
 * protocol ends it. It is read no faster than 2,000 reports a second: what it sends faster waits in its own
 * memory.
 */
export class IntegrationProcess {
  readonly ready: Promise<Ready>;
  private readonly parts: ProcessParts;
  private readonly listener: ProcessListener;
  private readonly child: ChildProcess;
  private readonly pipe: Duplex;
  private readonly reader = new FrameReader();
  private readonly lines: string[] = [];
  private readonly undos = new Set<Undo>();
  private budget = BURST;
  private budgetAt: number;
  private isPaused = false;
  private isSlowed = false;
  private breach: string | undefined;
  private isStopping = false;
  private hasEnded = false;
  private resolveReady: (ready: Ready) => void = () => {};
  private rejectReady: (error: Error) => void = () => {};
  private endPing: Undo = () => {};
  private endStart: Undo = () => {};

  constructor(parts: ProcessParts, listener: ProcessListener) {
    this.parts = parts;
    this.listener = listener;
    this.budgetAt = parts.clock.now();
    this.ready = new Promise((resolve, reject) => {
      this.resolveReady = resolve;
      this.rejectReady = reject;
    });
    this.ready.catch(() => {});
    this.child = spawnIntegration(parts.installed);
    this.pipe = this.child.stdio[3] as Duplex;
    this.attach();
    this.endStart = this.after(READY_WITHIN, () => this.end('did not start within 30 seconds'));
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** The last lines it wrote and what happened to it. */
  get lastLines(): readonly string[] {
    return this.lines;
  }

  /** Whether it can be sent messages. */
  get isRunning(): boolean {
    return !this.hasEnded && !this.isStopping;
  }

  send(message: ToIntegration): void {
    if (this.hasEnded) return;
    this.pipe.write(frameOf(message));
  }

  /** Lets it finish, then ends it; resolves when it has ended. */
  stop(): Promise<void> {
    if (this.hasEnded) return Promise.resolve();
    this.isStopping = true;
    this.send({ type: 'stop' });
    this.after(STOP_WITHIN, () => this.child.kill('SIGKILL'));
    return new Promise((resolve) => this.child.once('close', () => resolve()));
  }

  /** Ends it at once, since it broke a rule. */
  end(reason: string): void {
    if (this.hasEnded) return;
    this.breach ??= reason;
    this.child.kill('SIGKILL');
  }

  private attach(): void {
    const { child, pipe } = this;
    pipe.on('data', (chunk: Buffer) => {
      this.reader.push(chunk);
      this.drain();
    });
    // A write after it has ended; the end itself says why.
    pipe.on('error', () => {});
    for (const stream of [child.stdout, child.stderr])
      if (stream !== null)
        createInterface({ input: stream }).on('line', (line) => this.note(line.slice(0, MAX_LINE)));
    child.on('error', (error) => this.finish(error.message));
    child.on('close', (code, signal) => this.finish(this.breach ?? endText(code, signal, this.lines)));
  }

  private drain(): void {
    try {
      while (!this.isPaused && !this.hasEnded && this.breach === undefined) {
        const text = this.reader.next();
        if (text === undefined) return;
        this.receive(text);
      }
    } catch (error) {
      this.end(error instanceof Error ? error.message : String(error));
    }
  }

  private receive(text: string): void {
    const raw: unknown = JSON.parse(text);
    if (isReportMessage(raw)) {
      this.spend(Math.max(raw.reports.length, text.length / BYTES_PER_REPORT));
      this.listener.received(raw);
      return;
    }
    const parsed = FromIntegration.safeParse(raw);
    if (!parsed.success)
      throw new Error(`sent a message that is not valid: ${issuesText(parsed.error.issues, raw)}`);
    const message = parsed.data;
    this.spend(Math.max(1, text.length / BYTES_PER_REPORT));
    if (message.type === 'ready') {
      this.endStart();
      this.resolveReady(message);
      this.ping();
    } else if (message.type === 'pong') this.ping();
    else if (message.type === 'log') this.logLine(message.level, message.text);
    else this.listener.received(message);
  }

  private spend(cost: number): void {
    const now = this.parts.clock.now();
    this.budget = Math.min(BURST, this.budget + (now - this.budgetAt) * RATE) - cost;
    this.budgetAt = now;
    if (this.budget >= 0) return;
    this.isPaused = true;
    this.pipe.pause();
    if (!this.isSlowed)
      this.parts.log.warn('It sends more than 2,000 reports a second: they are read more slowly');
    this.isSlowed = true;
    this.after(Math.ceil(-this.budget / RATE), () => {
      this.isPaused = false;
      this.drain();
      if (!this.isPaused) this.pipe.resume();
    });
  }

  private ping(): void {
    this.endPing();
    this.endPing = this.after(PING_EVERY, () => {
      this.send({ type: 'ping' });
      this.endPing = this.after(PONG_WITHIN, () => this.end('did not answer for 10 seconds'));
    });
  }

  private logLine(level: 'debug' | 'info' | 'warn' | 'error', text: string): void {
    this.remember(text);
    this.parts.log[level](redactText(oneLine(text)));
  }

  private note(line: string): void {
    this.remember(line);
    this.parts.log.info(redactText(oneLine(line)));
  }

  private remember(line: string): void {
    this.lines.push(redactText(oneLine(line)));
    if (this.lines.length > LAST_LINES) this.lines.shift();
  }

  private finish(reason: string): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.cancelAll();
    this.pipe.destroy();
    this.rejectReady(new Error(reason));
    this.listener.ended({ reason, wasAsked: this.isStopping && this.breach === undefined });
  }

  private after(milliseconds: number, task: () => void): Undo {
    const cancel = this.parts.clock.after(milliseconds, () => {
      this.undos.delete(cancel);
      task();
    });
    this.undos.add(cancel);
    return () => {
      cancel();
      this.undos.delete(cancel);
    };
  }

  private cancelAll(): void {
    for (const undo of this.undos) undo();
    this.undos.clear();
  }
}

function oneLine(text: string): string {
  return text.slice(0, MAX_LINE).replace(/[\r\n]+/g, ' ⏎ ');
}

function endText(code: number | null, signal: string | null, lines: readonly string[]): string {
  if (lines.some((line) => line.includes('heap out of memory') || line.includes('Reached heap limit')))
    return 'used more memory than its limit';
  const last = lines.filter((line) => /error/i.test(line)).at(-1) ?? lines.at(-1);
  const how = signal === null ? `ended with code ${code}` : `was ended by ${signal}`;
  return last === undefined ? how : `${how}: ${last}`;
}
