import { type ChildProcess, spawn } from 'node:child_process';
import type { Clock } from '../../core/clock.ts';
import { CatalogError } from '../../core/errors.ts';
import { englishText, type Message, message } from '../../core/messages.ts';

/** What a program is run with. */
export interface ProgramRun {
  /** Absolute. */
  readonly program: string;
  readonly args: readonly string[];
  readonly input?: string;
  /** Seconds until it is killed. */
  readonly timeout: number;
}

/** What a program left. */
export interface ProgramOutcome {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

/** Why a program has no outcome. */
export class ProgramFailure extends CatalogError {
  declare readonly reason: Message;

  constructor(reason: Message) {
    super(englishText(reason), { reason });
  }
}

const MAX_OUTPUT = 1024 * 1024;
const MAX_RUNNING = 8;
const MAX_WAITING = 200;
const PASSED = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ'] as const;

/** Runs programs without a shell, a few at a time; each has a group of its own, which is killed as a whole. */
export class Programs {
  private readonly cwd: string;
  private readonly clock: Clock;
  private readonly running = new Set<ChildProcess>();
  private readonly waiting: (() => void)[] = [];
  private hasStopped = false;

  constructor(cwd: string, clock: Clock) {
    this.cwd = cwd;
    this.clock = clock;
  }

  /** Resolves when the program and all that hold its output have ended. Rejects with `ProgramFailure`. */
  async run(run: ProgramRun): Promise<ProgramOutcome> {
    if (this.running.size >= MAX_RUNNING) {
      if (this.waiting.length >= MAX_WAITING) throw new ProgramFailure(message('programs_are_too_many'));
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    if (this.hasStopped) throw new ProgramFailure(message('program_was_ended'));
    return this.start(run);
  }

  /** Kills all programs. */
  stop(): void {
    this.hasStopped = true;
    for (const child of this.running) kill(child);
    for (const next of this.waiting.splice(0)) next();
  }

  private start({ program, args, input = '', timeout }: ProgramRun): Promise<ProgramOutcome> {
    const env = Object.fromEntries(
      PASSED.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
    );
    return new Promise((resolve, reject) => {
      const child = spawn(program, args, { cwd: this.cwd, env, detached: true, shell: false });
      this.running.add(child);
      const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
      let size = 0;
      let failure: Message | undefined;
      const fail = (reason: Message): void => {
        failure ??= reason;
        kill(child);
      };
      const cancel = this.clock.after(timeout * 1000, () =>
        fail(message('program_took_too_long', { seconds: timeout })),
      );
      const gather = (chunks: Buffer[]) => (chunk: Buffer) => {
        size += chunk.length;
        if (size > MAX_OUTPUT) fail(message('program_wrote_too_much', { max: MAX_OUTPUT }));
        else chunks.push(chunk);
      };
      const ended = (): void => {
        cancel();
        this.running.delete(child);
        this.waiting.shift()?.();
      };
      child.stdout.on('data', gather(stdout));
      child.stderr.on('data', gather(stderr));
      // A program need not read what it is given.
      child.stdin.on('error', () => {});
      child.stdin.end(input);
      child.on('error', (error: NodeJS.ErrnoException) => {
        ended();
        reject(
          new ProgramFailure(
            message('program_cannot_start', { program, reason: error.code ?? error.message }),
          ),
        );
      });
      child.on('close', (code, signal) => {
        ended();
        if (failure === undefined && this.hasStopped) failure = message('program_was_ended');
        if (failure === undefined && code === null)
          failure = message('program_was_killed', { signal: String(signal) });
        if (failure !== undefined) reject(new ProgramFailure(failure));
        else resolve({ code: code ?? 0, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr) });
      });
    });
  }
}

/** Kills a program with the processes that it started and that are still in its group. */
function kill({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
