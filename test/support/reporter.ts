import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';
import { sampleSpeed } from '../../scripts/speed.js';

/** The duration of a project, and how much slower than the reference the machine was meanwhile. */
export interface Part {
  readonly name: string;
  readonly seconds: number;
  readonly slowness: number;
}

/**
 * Ends the output with `N passed, N failed`, and counts what vitest's own line omits: files that fail to
 * load, errors outside of tests.
 */
export default class CountReporter implements Reporter {
  private readonly speed = sampleSpeed();
  private readonly parts: Part[] = [];
  private current: { readonly name: string; readonly begun: number } | undefined;

  /**
   * Parts run one after another: the first file of the next one ends the previous. A part may consist of
   * several projects, such as `slow` and `slow-counting`.
   */
  onTestModuleQueued({ project }: TestModule): void {
    const [name = ''] = project.name.split('-');
    if (this.current?.name === name) return;
    this.endPart();
    this.current = { name, begun: performance.now() };
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    this.endPart();
    this.speed.stop();
    const counts = countResults(modules, errors);
    const file = process.env.HEARTH_TEST_COUNTS;
    // Under `npm test` the script prints the line, after adding the failed checks.
    if (file !== undefined) writeFileSync(file, JSON.stringify({ ...counts, parts: this.parts }));
    else process.once('exit', () => console.log(`${counts.passed} passed, ${counts.failed} failed`));
  }

  private endPart(): void {
    if (this.current === undefined) return;
    const { name, begun } = this.current;
    const seconds = (performance.now() - begun) / 1000;
    this.parts.push({ name, seconds, slowness: this.speed.slowness() });
    this.current = undefined;
  }
}

/** A run without any test has failed: nothing was verified. */
export function countResults(
  modules: readonly TestModule[],
  errors: readonly unknown[],
): { passed: number; failed: number; skipped: number } {
  const counts = { passed: 0, failed: errors.length, skipped: 0 };
  for (const module of modules) {
    counts.failed += module.errors().length;
    for (const suite of module.children.allSuites()) counts.failed += suite.errors().length;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state !== 'pending') counts[state] += 1;
    }
  }
  return counts.passed + counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}
