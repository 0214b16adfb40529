// `npm run test:clients`: clients of the ecosystem that are too large to be dependencies, unmodified from npm and PyPI, kept outside
// the tree, against the built server. Each becomes ready, sees a change and calls a service.
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepare } from './build.js';
import { testAppDaemon } from './clients/app-daemon.js';
import { testDigitalAlchemy } from './clients/digital-alchemy.js';
import { testNodeRed } from './clients/node-red.js';

const PACKAGES = {
  'node-red': '4.1.15',
  'node-red-contrib-home-assistant-websocket': '0.80.3',
  '@digital-alchemy/core': '26.2.17',
  '@digital-alchemy/hass': '25.11.27',
};
const cache = join(tmpdir(), 'hearth-clients');

const counts = { passed: 0, failed: 0 };

/** Counts one fact and says how it went. */
function report(fact, problem) {
  if (problem === undefined) counts.passed++;
  else counts.failed++;
  console.log(problem === undefined ? `✓ ${fact}` : `✗ ${fact}: ${problem}`);
}

try {
  install();
  await prepare();
  for (const test of [testNodeRed, testDigitalAlchemy, testAppDaemon]) await test(cache, report);
} catch (error) {
  report('the clients run', error instanceof Error ? error.message : String(error));
}
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 ? 0 : 1;

/** A folder that others could have filled is not used. */
function install() {
  mkdirSync(cache, { recursive: true, mode: 0o755 });
  const { uid, mode } = lstatSync(cache);
  if (uid !== (process.getuid?.() ?? uid) || (mode & 0o022) !== 0)
    throw new Error(`${cache} can be written by others: remove it`);
  if (Object.entries(PACKAGES).every(([name, version]) => installedVersion(name) === version)) return;
  const wanted = Object.entries(PACKAGES).map(([name, version]) => `${name}@${version}`);
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', cache, ...wanted];
  const done = spawnSync('npm', args, { cwd: cache, stdio: ['ignore', 2, 2] });
  if (done.status !== 0) throw new Error('npm could not install the clients');
}

function installedVersion(name) {
  const file = join(cache, 'node_modules', name, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : undefined;
}
