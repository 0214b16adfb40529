// `npm run test:node24`: the test suite on Node 24, from the npm package that is its binary, kept outside the tree.
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { ROOT } from './checks.js';

const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
const cache = join(tmpdir(), `hearth-node24-${process.getuid?.() ?? 'user'}`);
const node = join(cache, 'node_modules', name, 'bin', 'node');

// Others may read and run it, as the tests that drop their rights do; a folder that others could have filled is not used.
mkdirSync(cache, { recursive: true, mode: 0o755 });
const { uid, mode } = lstatSync(cache);
if (uid !== (process.getuid?.() ?? uid) || (mode & 0o022) !== 0) {
  console.error(`${cache} can be written by others: remove it`);
  process.exit(1);
}
if (!existsSync(node)) {
  const install = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', cache, `${name}@24`];
  const done = spawnSync('npm', install, { cwd: cache, stdio: ['ignore', 2, 2] });
  if (done.status !== 0) process.exit(1);
}
const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` };
const tests = spawnSync(node, ['scripts/test.js', ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
  env,
});
process.exitCode = tests.status ?? 1;
