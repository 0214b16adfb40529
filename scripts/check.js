// `npm run check`: the fast part, before each commit. End-to-end and browser tests run in `npm test`.
import { runChecks } from './checks.js';
import { runAll } from './suite.js';

process.exitCode = await runAll({
  failedChecks: await runChecks(),
  args: ['--exclude', 'test/e2e/**', '--exclude', 'test/browser/**', ...process.argv.slice(2)],
});
