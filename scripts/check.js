// `npm run check`: the fast part, before each commit. End-to-end and browser tests run in `npm test`.
import { availableParallelism } from 'node:os';
import { runChecks } from './checks.js';
import { runAll } from './suite.js';

process.exitCode = await runAll({
  failedChecks: await runChecks(),
  args: [
    ...['--exclude', 'test/e2e/**', '--exclude', 'test/hub/**', '--exclude', 'test/browser/**'],
    // Left to itself vitest keeps one processor for itself: of two, one would wait.
    `--maxWorkers=${availableParallelism()}`,
    ...process.argv.slice(2),
  ],
});
