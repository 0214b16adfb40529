// `npm run check`: the fast part, for each commit. Tests of whole servers and of the browser are in `npm
// test`.
import { runAll } from './suite.js';

const more = process.argv.slice(2);
process.exitCode = await runAll(['--project', 'unit', '--project', 'unit-counting', ...more], {
  isBudgeted: more.length === 0,
});
