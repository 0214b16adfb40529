// `npm run test:all`: everything in `npm test` in its long form, and what takes too long for each change:
// other dates, other Node releases, real clients, every page on every screen. `npm run test:all <words…>`
// runs the stages whose names contain one of the words.
import { spawn } from 'node:child_process';
import { prepare } from './build.js';
import { ROOT, runChecks } from './checks.js';
import { FAKED_DAYS, fakedDay } from './faked-days.js';
import { installNode, withNode } from './node-releases.js';
import {
  ACME_PROGRAMS,
  installPrograms,
  isInstalled,
  POSTGRES_PROGRAMS,
  STORAGE_PROGRAMS,
  TEST_PROGRAMS,
} from './programs.js';
import { run, runTests } from './suite.js';

const PROGRAMS = {
  ...TEST_PROGRAMS,
  ...POSTGRES_PROGRAMS,
  ...ACME_PROGRAMS,
  ...STORAGE_PROGRAMS,
  faketime: 'faketime',
  ffmpeg: 'ffmpeg',
  python3: 'python3',
};
const FULL = { env: { HEARTH_TESTS: 'full' } };

/** They are skipped where there is no server; each starts one of its own. */
const POSTGRES_TESTS = [
  'test/history/postgres',
  'test/hub/history-postgres.test.ts',
  'test/e2e/history-postgres-after-kill.test.ts',
  'test/e2e/history-postgres-password.test.ts',
];

/** Each stage returns `{ passed, failed, skipped }`. */
const STAGES = [
  ['checks', runChecks],
  ['tests in their long form', () => runTests([], FULL)],
  ['history in PostgreSQL', onPostgres],
  ...FAKED_DAYS.map((day) => [`fast tests ${day.name}`, () => onFakedDay(day)]),
  ...['22', '24'].map((major) => [`tests on Node ${major}`, () => onNode(major)]),
  ['real clients', () => runScript('test-clients.js')],
  ['the official frontend', () => runScript('test-frontend.js')],
  ['comparison with Home Assistant', () => runScript('compare-history.js')],
  ['Zigbee2MQTT', () => runScript('test-zigbee2mqtt.js')],
  ['real devices', () => runScript('test-peers.js')],
  ['every page on every screen', () => runScript('screenshots.js', '--axe', '--4k')],
];

const words = process.argv.slice(2);
const wanted = STAGES.filter(([name]) => words.length === 0 || words.some((word) => name.includes(word)));
installPrograms(PROGRAMS);
await prepare();
const rows = [];
for (const [name, stage] of wanted) {
  console.log(`\n=== ${name}`);
  const begun = performance.now();
  const counts = await attempt(stage);
  rows.push({ name, ...counts, minutes: (performance.now() - begun) / 60_000 });
}
console.log('');
for (const { name, passed, failed, skipped, minutes } of rows)
  console.log(
    `${name.padEnd(44)} ${passed} passed, ${failed} failed, ${skipped} skipped, ${minutes.toFixed(1)} min`,
  );
const sum = (key) => rows.reduce((all, row) => all + row[key], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
process.exitCode = sum('failed') === 0 && rows.length > 0 ? 0 : 1;

/** A stage that cannot run has failed. */
async function attempt(stage) {
  try {
    return { skipped: 0, ...(await stage()) };
  } catch (error) {
    console.error(error.message);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

/**
 * Names the tests that are skipped where PostgreSQL is missing and cannot be installed. The tests in their long form
 * contain them.
 */
function onPostgres() {
  const missing = Object.keys(POSTGRES_PROGRAMS).filter((program) => !isInstalled(program));
  if (missing.length === 0)
    return words.length === 0 ? { passed: 0, failed: 0 } : runTests(POSTGRES_TESTS, FULL);
  console.log(`${missing.join(', ')} not installed; skipped: ${POSTGRES_TESTS.join(', ')}`);
  return { passed: 0, failed: 0, skipped: POSTGRES_TESTS.length };
}

/** The stage counts as skipped if faketime is missing and cannot be installed. */
function onFakedDay(day) {
  if (!isInstalled('faketime')) return { passed: 0, failed: 0, skipped: 1 };
  return runTests(['--project', 'unit', '--project', 'slow*'], fakedDay(day));
}

/**
 * A build is specific to the Node release: that release builds again before the tests, and the next stage
 * after them.
 */
async function onNode(major) {
  const node = installNode(major);
  if ((await run(node, ['scripts/build.js'], withNode(node))) !== 0)
    throw new Error(`no build on Node ${major}`);
  return runTests([], { node, env: withNode(node) });
}

/** Runs a script that ends with `N passed, N failed`, and perhaps `, N skipped`. */
function runScript(name, ...args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [`scripts/${name}`, ...args], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => {
      process.stdout.write(chunk);
      output += chunk;
    });
    child.on('error', () => resolve({ passed: 0, failed: 1 }));
    child.on('close', (code) => {
      const counts = /(\d+) passed, (\d+) failed(?:, (\d+) skipped)?\s*$/.exec(output) ?? [];
      const [, passed = '0', failed = '1', skipped = '0'] = counts;
      const ended = Math.max(Number(failed), code === 0 ? 0 : 1);
      resolve({ passed: Number(passed), failed: ended, skipped: Number(skipped) });
    });
  });
}
