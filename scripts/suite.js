// Runs the tests and prints, as the very last line, what passed and what failed of tests and checks together.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTests } from './checks.js';

/** Gives the exit code: 0 only when no check and no test failed. */
export async function runAll({ failedChecks, args }) {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-test-'));
  const file = join(folder, 'counts.json');
  try {
    const code = await runTests(args, { HEARTH_TEST_COUNTS: file });
    const { passed, failed } = total(readCounts(file), code, failedChecks);
    console.log(`${passed} passed, ${failed} failed`);
    return failed === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Adds the failed checks; a run that ended badly, or without counts, has at least one failure. */
export function total(counts, exitCode, failedChecks) {
  const { passed, failed } = counts ?? { passed: 0, failed: 1 };
  return { passed, failed: Math.max(failed, exitCode === 0 ? 0 : 1) + failedChecks };
}

function readCounts(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
