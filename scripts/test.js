// `npm test`: the checks and all tests, the long ones in a short form. Installs what it needs first.
import { installPrograms, TEST_PROGRAMS } from './programs.js';
import { runAll } from './suite.js';

const more = process.argv.slice(2);
installPrograms(TEST_PROGRAMS);
process.exitCode = await runAll(more, { isBudgeted: more.length === 0 });
