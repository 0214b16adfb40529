// `npm run check`: the fast part, for each commit. Slow tests and those of whole servers and of the browser
// are in `npm test`. Installs the programs that it needs first.
import { installPrograms, TEST_PROGRAMS } from './programs.js';
import { runAll } from './suite.js';

const more = process.argv.slice(2);
const { mosquitto, mosquitto_pub } = TEST_PROGRAMS;
installPrograms({ mosquitto, mosquitto_pub });
process.exitCode = await runAll(['--project', 'unit', ...more], {
  isBudgeted: more.length === 0,
});
