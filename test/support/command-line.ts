import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { tempFolder } from './temp-folder.ts';

const ROOT = new URL('../..', import.meta.url).pathname;

/** The output and exit code of a program. */
export interface Outcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
}

/** A fresh, unbuilt clone that shares this checkout's packages. */
export function freshCheckout(): string {
  const folder = tempFolder();
  for (const name of [
    'bin',
    'scripts',
    'src',
    'locales',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'tsconfig.build.json',
  ]) {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** Runs `bin/hearth` of a checkout, by default this one, and waits for its end. */
export function hearth(
  args: readonly string[],
  {
    root = ROOT,
    env = {},
    within = [] as readonly string[] | undefined,
    atEnd = onTestFinished as Ending,
  } = {},
): Promise<Outcome> {
  const child = startHearth(args, { root, env, within, atEnd });
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ stdout, stderr, code })));
}

/** Registers the cleanup of what a test started, by default at the end of the test. */
export type Ending = (end: () => void) => void;

/**
 * The same without waiting; it is killed when the test ends. `within` is a command prefix, such as
 * `PID_NAMESPACE`.
 */
export function startHearth(
  args: readonly string[],
  {
    root = ROOT,
    env = {},
    input = null as string | null,
    atEnd = onTestFinished as Ending,
    within = [] as readonly string[] | undefined,
  } = {},
): ChildProcess {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('HEARTH_'));
  const path = dirname(process.execPath) + delimiter + (process.env.PATH ?? '');
  const [program = '', ...line] = [...(within ?? []), join(root, 'bin', 'hearth')];
  const child = spawn(program, [...line, ...args], {
    cwd: root,
    // No test announces its servers in the network that the machine happens to be in.
    env: { ...Object.fromEntries(own), PATH: path, HEARTH_HTTP_ANNOUNCE: 'false', ...env },
    stdio: [input === null ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  child.stdin?.end(input);
  atEnd(() => {
    child.kill('SIGKILL');
  });
  return child;
}

/** A server in its own process. */
export interface ServedHearth {
  readonly url: string;
  /** Its output on stdout until it was ready. */
  readonly said: string;
  /** Ends it, by default like a power failure. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Stops it without closing its sockets, like a machine out of reach; `false` lets it continue. */
  freeze(isFrozen: boolean): void;
}

/** Starts a server with the folder and waits until it printed `until`; it is killed when the test ends. */
export async function serveHearth(
  folder: string,
  {
    flags = [] as readonly string[],
    env = {},
    within = [] as readonly string[] | undefined,
    until = /ready at \S+\n/,
    atEnd = onTestFinished as Ending,
  } = {},
): Promise<ServedHearth> {
  const child = startHearth(['start', '--port', '0', '--data-dir', folder, ...flags], { env, within, atEnd });
  // Its output closes when the server itself has ended, even if `within` wraps it in another program.
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let said = '';
  let complaints = '';
  child.stderr?.on('data', (chunk) => {
    complaints += chunk;
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      said += chunk;
      if (until.test(said)) resolve();
    });
    gone.then(() => reject(new Error(`The server ended: ${complaints}`)));
  });
  const kill: ServedHearth['kill'] = async (signal = 'SIGKILL') => {
    child.kill(signal);
    await gone;
  };
  const freeze: ServedHearth['freeze'] = (isFrozen) => void child.kill(isFrozen ? 'SIGSTOP' : 'SIGCONT');
  return { url: / ready at (\S+)\n/.exec(said)?.[1] ?? '', said, kill, freeze };
}
