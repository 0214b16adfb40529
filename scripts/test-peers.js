// `npm run test:peers`: the integrations against real devices and programs. `HEARTH_PEERS` is the folder with the recipes
// that start them; what cannot be started is named and counted. With `HEARTH_RECORD=1` the conversations are recorded
// for `npm test`. Words choose integrations: `npm run test:peers wled`.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { prepare } from './build.js';
import { ROOT } from './checks.js';
import { runTests } from './suite.js';

const FOLDERS = [process.env.HEARTH_PEERS, join(ROOT, '..', 'shared', 'tools', 'peers', 'devices')];
const TESTS = join('test', 'hub', 'devices');

const recipes = FOLDERS.find((folder) => folder !== undefined && existsSync(join(folder, 'lib.sh')));
const words = process.argv.slice(2);
const all = readdirSync(join(ROOT, TESTS)).filter((name) => name.endsWith('.test.ts'));
const files = all.filter((name) => words.length === 0 || words.some((word) => name.includes(word)));
if (recipes === undefined) {
  console.log(`0 passed, 0 failed, ${files.length} skipped: HEARTH_PEERS names no folder with recipes`);
} else {
  await prepare();
  const counts = await runTests(
    files.map((name) => join(TESTS, name)),
    { env: { HEARTH_PEERS: recipes } },
  );
  console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  process.exitCode = counts.failed > 0 ? 1 : 0;
}
