import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** Ends the output with `N passed, N failed`, and counts what vitest's own line leaves out: files that do not load, errors outside tests. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const counts = countResults(modules, errors);
    const file = process.env.HEARTH_TEST_COUNTS;
    // Under `npm test` the script prints the line, after adding the failed checks.
    if (file !== undefined) writeFileSync(file, JSON.stringify(counts));
    else process.once('exit', () => console.log(`${counts.passed} passed, ${counts.failed} failed`));
  }
}

/** A run without a single test has failed: nothing was proven. */
export function countResults(
  modules: readonly TestModule[],
  errors: readonly unknown[],
): { passed: number; failed: number } {
  let passed = 0;
  let failed = errors.length;
  for (const module of modules) {
    failed += module.errors().length;
    for (const suite of module.children.allSuites()) failed += suite.errors().length;
    for (const test of module.children.allTests()) {
      const state = test.result().state;
      if (state === 'passed') passed += 1;
      else if (state === 'failed') failed += 1;
    }
  }
  return passed + failed === 0 ? { passed, failed: 1 } : { passed, failed };
}
