import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const ELSEWHERE = ['test/hub/**', 'test/e2e/**', 'test/browser/**'];
/** Reads the engine's counters of all loaded code, which takes ten times as long beside the modules of other files. */
const COUNTING = ['test/jinja/work.test.ts'];
/**
 * Left out of `npm run check`, since each takes seconds: they kill processes, fill disks, run other programs, or play
 * hundreds of recorded rows.
 */
const SLOW = [
  'test/automation/crashes.test.ts',
  'test/bench/frame-reader.test.ts',
  'test/golden/{assist,domains,helpers-week}.test.ts',
  'test/history/{postgres,thread,transfer}/**/*.test.ts',
  'test/integrations/mqtt/golden.test.ts',
  'test/integrations/processes/own-packages.test.ts',
  'test/integrations/mqtt-broker/**/*.test.ts',
  'test/jinja/safety.test.ts',
  'test/storage/*.test.ts',
  'test/storage/yaml/yaml-thread.test.ts',
];

const root = new URL('.', import.meta.url).pathname;
/** As the build does it for the integrations. */
const SDK = { find: 'hearth-integration', replacement: `${root}packages/hearth-integration/src/index.ts` };
/** The compiled modules instead of the sources: Node loads them in a fifth of the time of a transformed source. */
const BUILD = { find: /^(?:\.\.\/)+src\/(.*)\.ts$/, replacement: `${root}dist/$1.js` };

/** Projects run one after the other, so that the seconds of each can be told. Files that share a process share what they import. */
const project = (name: string, groupOrder: number, own: object) => ({
  extends: true as const,
  test: { name, sequence: { groupOrder }, ...own },
});

export default defineConfig({
  resolve: { alias: [SDK, ...(process.env.HEARTH_TESTED === 'build' ? [BUILD] : [])] },
  test: {
    projects: [
      project('unit', 1, {
        include: ['test/**/*.test.ts'],
        exclude: [...ELSEWHERE, ...COUNTING, ...SLOW],
        isolate: false,
      }),
      project('slow', 2, { include: SLOW, isolate: false }),
      project('slow-counting', 2, { include: COUNTING }),
      project('hub', 3, { include: ['test/hub/**/*.test.ts'], isolate: false }),
      project('e2e', 4, { include: ['test/e2e/**/*.test.ts'], isolate: false }),
      // Browsers take their time on a busy machine.
      project('browser', 5, { include: ['test/browser/**/*.test.ts'], isolate: false, testTimeout: 90_000 }),
    ],
    reporters: ['default', './test/support/reporter.ts'],
    server: { deps: { external: [/\/dist\/.*\.js$/] } },
    // A test that waits for a process or a page leaves its processor to the additional worker.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    allowOnly: false,
    // As long as a busy machine may take; what holds is seen at once.
    expect: { poll: { timeout: 20_000 } },
  },
});
