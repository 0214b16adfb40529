// Runs checks and tests, and prints the total of passed and failed as the last line.
import { spawn } from 'node:child_process';
import { accessSync, chmodSync, constants, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isInstalled } from './build.js';
import { ROOT, runChecks } from './checks.js';
import { sampleSpeed } from './speed.js';
import { budgetLines, judge } from './test-budget.js';

const MEMORY_DISK = '/dev/shm';
/** More than the tests store at a time; a container may only have 64 MB. */
const ROOM = 2 * 1024 ** 3;

/**
 * Runs the checks and the tests selected by vitest's `args`. Returns the exit code: 0 only if nothing failed.
 */
export async function runAll(args, { isBudgeted }) {
  const isFresh = !isInstalled(ROOT);
  const speed = sampleSpeed();
  const begun = performance.now();
  const checks = await runChecks();
  const seconds = (performance.now() - begun) / 1000;
  // The first run also downloads the packages, which does not count against the checks.
  const parts = isFresh ? [] : [{ name: 'checks', seconds, slowness: speed.slowness() }];
  speed.stop();
  const tests = await runTests(args);
  parts.push(...tests.parts);
  const judged = judge(parts);
  console.log(budgetLines(judged).join('\n'));
  const over = isBudgeted ? judged.filter(({ isOver }) => isOver).length : 0;
  const failed = checks.failed + tests.failed + over;
  console.log(`${tests.passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

/**
 * Runs vitest and returns `{ passed, failed, skipped, parts }`. `before` is a command that receives vitest as
 * its arguments, `env` adds to the environment. Temporary folders are in memory if there is room: a killed
 * process loses no writes either way, and waiting for a disk tens of thousands of times proves nothing. `npm
 * run test:all` uses the disk.
 */
export async function runTests(args, { before = [], env = {}, node = process.execPath } = {}) {
  const folder = mkdtempSync(join(temporaryFolder(env), 'hearth-tests-'));
  // Tests that drop privileges need to traverse it.
  chmodSync(folder, 0o755);
  const file = join(folder, 'counts.json');
  try {
    const [program, ...rest] = [...before, node, 'node_modules/vitest/vitest.mjs', 'run', ...args];
    // The checks have built it, and what was not built would fail there.
    const own = { TMPDIR: folder, HEARTH_TEST_COUNTS: file, HEARTH_TESTED: 'build' };
    const code = await run(program, rest, { ...own, ...env });
    const counts = readCounts(file);
    return { skipped: 0, parts: [], ...counts, ...total(counts, code) };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/**
 * The numbers of passed and failed tests; a run that ended abnormally, or without counts, has at least one
 * failure.
 */
export function total(counts, exitCode) {
  const { passed, failed } = counts ?? { passed: 0, failed: 1 };
  return { passed, failed: Math.max(failed, exitCode === 0 ? 0 : 1) };
}

/** Runs a program with inherited output; returns 1 if it cannot be started. */
export function run(program, args, env = {}) {
  return new Promise((resolve) => {
    const options = { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } };
    const child = spawn(program, args, options);
    child.on('error', () => resolve(1));
    child.on('close', (code) => resolve(code ?? 1));
  });
}

function temporaryFolder(env) {
  if (env.HEARTH_TESTS === 'full') return tmpdir();
  try {
    accessSync(MEMORY_DISK, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY_DISK);
    return bavail * bsize >= ROOM ? MEMORY_DISK : tmpdir();
  } catch {
    return tmpdir();
  }
}

function readCounts(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
