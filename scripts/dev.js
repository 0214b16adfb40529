// `npm run dev`: runs the server from its sources, and builds and restarts it when they change. Its home is in
// `.dev`, apart from the one of `npm start`. Arguments go to `hearth start`, e.g. `npm run dev -- --port 8200`.
import { spawn } from 'node:child_process';
import { existsSync, watch } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { FILES, FOLDERS, isBuilt, prepare } from './build.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Editors write a file in several steps, and a change of branches writes many files. */
const SETTLE_MS = 200;

/**
 * Builds and runs the server in `root` until `stop` is called. A build that fails is reported, and the server of
 * the last good build goes on. `say` receives what happens: `running`, `built`, or the message of an error.
 *
 * @param {{ root?: string, args?: readonly string[], say: (text: string) => void }} options
 */
export async function develop({ root = ROOT, args = [], say }) {
  let server;
  let hasStopped = false;
  let timer;
  let working = Promise.resolve();

  const start = () => {
    const started = spawn('sh', [join(root, 'bin', 'hearth'), 'start', ...args], {
      cwd: root,
      stdio: 'inherit',
    });
    const ended = new Promise((resolve) => started.once('exit', resolve));
    server = {
      end: () => {
        started.kill('SIGTERM');
        return ended;
      },
    };
    started.once('exit', (code) => {
      if (code !== null && code !== 0)
        say(`the server ended with exit code ${code}; save a file to start it again`);
    });
    say('running');
  };

  const rebuild = async () => {
    if (hasStopped || isBuilt(root)) return;
    try {
      await prepare(root);
    } catch (error) {
      say(error.message);
      return;
    }
    if (hasStopped) return;
    say('built');
    await server?.end();
    start();
  };

  const changed = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      working = working.then(rebuild);
    }, SETTLE_MS);
  };
  const watched = [...FOLDERS, ...FILES].map((name) => join(root, name)).filter((path) => existsSync(path));
  // Before the build, so that no change is missed.
  const watchers = watched.map((path) => watch(path, { recursive: true }, changed));
  await prepare(root);
  start();
  return async () => {
    hasStopped = true;
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
    await working;
    await server.end();
  };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const stop = await develop({
    args: ['--data-dir', join(ROOT, '.dev'), ...process.argv.slice(2)],
    say: (text) => console.error(`dev: ${text}`),
  });
  const end = () => void stop().then(() => process.exit());
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
}
