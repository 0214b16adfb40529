import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const ELSEWHERE = ['test/hub/**', 'test/e2e/**', 'test/browser/**'];
/** Reads the engine's counters of all loaded code, which takes ten times as long beside the modules of other files. */
const COUNTING = ['test/jinja/work.test.ts'];

/** Projects run one after the other, so that the seconds of each can be told. Files that share a process share what they import. */
const project = (name: string, groupOrder: number, own: object) => ({
  extends: true as const,
  test: { name, sequence: { groupOrder }, ...own },
});

export default defineConfig({
  test: {
    projects: [
      project('unit', 1, {
        include: ['test/**/*.test.ts'],
        exclude: [...ELSEWHERE, ...COUNTING],
        isolate: false,
      }),
      project('unit-counting', 1, { include: COUNTING }),
      project('hub', 2, { include: ['test/hub/**/*.test.ts'], isolate: false }),
      project('e2e', 3, { include: ['test/e2e/**/*.test.ts'] }),
      // Browsers take their time on a busy machine.
      project('browser', 4, { include: ['test/browser/**/*.test.ts'], isolate: false, testTimeout: 90_000 }),
    ],
    reporters: ['default', './test/support/reporter.ts'],
    // A test that waits for a process or a page leaves its processor to the additional worker.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    allowOnly: false,
    // As long as a busy machine may take; what holds is seen at once.
    expect: { poll: { timeout: 20_000 } },
  },
});
