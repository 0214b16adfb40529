// The environment of the client tests: the built server with its demo home, other programs, and waiting for
// them.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../checks.js';

const LONGEST_WAIT = 90_000;

/**
 * Runs `work` with its own server, with the demo home by default, and a folder below the cache; stops
 * everything that was started.
 */
export async function withServer(cache, settings, work, { flags = ['--demo'] } = {}) {
  const folder = mkdtempSync(join(cache, 'run-'));
  const started = [];
  const start = (args, options = {}) => {
    const program = run(args, options);
    started.push(program);
    return program;
  };
  try {
    const dataDir = join(folder, 'data');
    mkdirSync(dataDir, { mode: 0o700 });
    writeFileSync(join(dataDir, 'hearth.yaml'), settings);
    const hearth = join(ROOT, 'bin', 'hearth');
    const addressed = ['--port', '0', '--host', '127.0.0.1', '--data-dir', dataDir];
    const startServer = async () => {
      const server = start([hearth, 'start', ...flags, ...addressed]);
      const url = await until('the server is ready', () => /ready at (http:\S+)/.exec(server.output())?.[1]);
      return { server, url };
    };
    let { server, url } = await startServer();
    const made = spawnSync(
      process.execPath,
      [hearth, 'token', 'create', '--name', 'clients', '--data-dir', dataDir],
      { encoding: 'utf8' },
    );
    if (made.status !== 0) throw new Error(`no token: ${made.stderr}`);
    const session = { folder, dataDir, output: server.output, url, token: made.stdout.trim(), start };
    // At another port and with output of its own.
    const restart = async () => {
      await server.stop();
      ({ server, url } = await startServer());
      Object.assign(session, { url, output: server.output });
    };
    await work(Object.assign(session, { restart }));
  } finally {
    for (const program of started.reverse()) await program.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Sends a REST request; a POST if it has a body. */
export async function rest({ url, token }, path, body) {
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` }, ...sent });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** Polls until there is a result, and returns it. */
export async function until(what, look, longest = LONGEST_WAIT) {
  const end = Date.now() + longest;
  while (Date.now() < end) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`not within ${longest / 1000} s: ${what}`);
}

/** Tests facts in order; after the first failure the rest fail with it. */
export async function prove(report, facts, whatWasSaid) {
  let broken;
  for (const [fact, proof] of facts) {
    if (broken === undefined) {
      try {
        await proof();
      } catch (error) {
        broken = `${error.message}\n${whatWasSaid().slice(-2000)}`;
        report(fact, broken);
        continue;
      }
    }
    report(fact, broken === undefined ? undefined : 'what comes before it failed');
  }
}

function run(args, { cwd = ROOT, env = {}, program = process.execPath }) {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('HEARTH_'));
  const child = spawn(program, args, {
    cwd,
    env: { ...Object.fromEntries(own), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const ended = new Promise((resolve) => child.on('close', resolve));
  return {
    output: () => output,
    stop: async () => {
      child.kill('SIGTERM');
      const killing = setTimeout(() => child.kill('SIGKILL'), 5000);
      await ended;
      clearTimeout(killing);
    },
  };
}
