// The servers of a run: the reference, Hearth, or an external one.
import { spawn } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { processTree } from './measure.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const HEARTH = fileURLToPath(new URL('../bin/hearth', import.meta.url));
// What users start, with the Node that runs the bench.
const ENVIRONMENT = {
  ...process.env,
  HEARTH_HTTP_ANNOUNCE: 'false',
  PATH: dirname(process.execPath) + delimiter + (process.env.PATH ?? ''),
};
const REFERENCE = fileURLToPath(new URL('./reference.js', import.meta.url));
const READY = / ready at (http:\/\/\S+)/;
const START_LIMIT = 180_000; // a fresh clone installs and builds first
const STOP_LIMIT = 15_000;

/**
 * A server as seen by the workloads: `{name, url, token, pid, ms, start, restart, stop}`. `ms` is the
 * duration of its last start; `pid` is undefined if its process is not accessible; `start` (another instance,
 * `{ms, stop}`) and `restart` only exist for servers started by this run.
 */
export async function startReference() {
  const command = { name: 'reference', program: process.execPath, args: [REFERENCE] };
  return ownServer(command, async () => 'reference');
}

/**
 * Starts the built Hearth with the demo home in its own data folder and creates a token; `root` is another checkout to
 * start it from.
 */
export async function startHearth({ dataDir, spareDataDir, root = ROOT }) {
  const args = (folder) => ['start', '--demo', '--port', '0', '--data-dir', folder];
  const program = join(root, 'bin', 'hearth');
  const command = { name: 'hearth', program, args: args(dataDir), spareArgs: args(spareDataDir) };
  return ownServer(command, () => run(['token', 'create', '--name', 'bench', '--data-dir', dataDir]));
}

/**
 * Another Hearth of this run with its own data folder, by default without the demo home; `env` are its settings,
 * `within` is a command to start it with, and `token` is that of an earlier start.
 */
export function startHome(dataDir, env, { flags = [], within = [], token } = {}) {
  const [program, ...args] = [...within, HEARTH, 'start', ...flags, '--port', '0', '--data-dir', dataDir];
  const makeToken = () => token ?? run(['token', 'create', '--name', 'bench', '--data-dir', dataDir]);
  return ownServer({ name: 'hearth', program, args, env }, makeToken);
}

/** A server that is already running; `pid` allows its CPU time and memory to be read. */
export function attach({ url, token, pid }) {
  return { name: 'server', url: url.replace(/\/$/, ''), token, pid, stop: async () => {} };
}

async function ownServer({ name, program, args, spareArgs = args, env = {} }, makeToken) {
  let instance = await launch(program, args, env);
  const server = {
    name,
    url: instance.url,
    token: undefined,
    pid: instance.pid,
    ms: instance.ms,
    start: () => launch(program, spareArgs),
    stop: () => instance.stop(),
    async restart() {
      await instance.stop();
      instance = await launch(program, args, env);
      server.url = instance.url;
      server.pid = instance.pid;
      server.ms = instance.ms;
    },
  };
  try {
    server.token = await makeToken();
  } catch (error) {
    await instance.stop();
    throw error;
  }
  return server;
}

/** Starts a server and waits for its ready line: `{url, pid, ms, stop}`. */
function launch(program, args, env = {}) {
  const began = performance.now();
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { ...ENVIRONMENT, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const stop = () => end(child, ended);
  return new Promise((resolve, reject) => {
    let output = '';
    let complaint = '';
    const fail = (reason) => {
      clearTimeout(timer);
      stop().then(() => reject(new Error(`${program} ${reason}: ${complaint.trim()}`)));
    };
    const timer = setTimeout(() => fail('printed no ready line'), START_LIMIT);
    child.stderr.on('data', (chunk) => {
      complaint = (complaint + chunk).slice(-1000);
    });
    child.once('error', (error) => fail(error.message));
    child.once('exit', (code) => fail(`ended with code ${code} before it was ready`));
    child.stdout.on('data', function look(chunk) {
      output += chunk;
      const ready = READY.exec(output);
      if (ready === null || !output.includes('\n', ready.index)) return;
      const ms = performance.now() - began;
      clearTimeout(timer);
      child.stdout.off('data', look);
      child.stdout.resume();
      child.removeAllListeners('exit');
      resolve({ url: ready[1], pid: child.pid, ms, stop });
    });
  });
}

/** Stops a process by PID; if it is still alive after a while, kills it and its descendants. */
async function end(child, ended) {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const tree = processTree(child.pid);
  child.kill('SIGTERM');
  const timer = setTimeout(() => {
    for (const id of tree.length > 0 ? tree : [child.pid]) {
      try {
        process.kill(id, 'SIGKILL');
      } catch {
        // it has already ended
      }
    }
  }, STOP_LIMIT);
  await ended;
  clearTimeout(timer);
}

function run(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(HEARTH, args, {
      cwd: ROOT,
      env: ENVIRONMENT,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 60_000,
    });
    let output = '';
    let complaint = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      complaint = (complaint + chunk).slice(-1000);
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0 && output.trim() !== '') resolve(output.trim());
      else reject(new Error(`${args.slice(0, 3).join(' ')} ended with code ${code}: ${complaint.trim()}`));
    });
  });
}
