// Node in other releases than the running one: the npm package with its binary, installed outside the
// repository.
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

/** Installs the newest Node of a major release and returns the folder of its binary. Throws if that fails. */
export function installNode(major) {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const cache = join(tmpdir(), `hearth-node${major}-${process.getuid?.() ?? 'user'}`);
  const node = join(cache, 'node_modules', name, 'bin', 'node');
  // Other users may read and run it, as tests that drop privileges do; a folder they could have filled is
  // rejected.
  mkdirSync(cache, { recursive: true, mode: 0o755 });
  const { uid, mode } = lstatSync(cache);
  if (uid !== (process.getuid?.() ?? uid) || (mode & 0o022) !== 0)
    throw new Error(`${cache} can be written by others: remove it`);
  if (!existsSync(node)) {
    const install = [
      'install',
      '--no-save',
      '--no-audit',
      '--no-fund',
      '--prefix',
      cache,
      `${name}@${major}`,
    ];
    const done = spawnSync('npm', install, { cwd: cache, stdio: ['ignore', 2, 2] });
    if (done.status !== 0) throw new Error(`npm could not install ${name}@${major}`);
  }
  return node;
}

/** The environment in which `node` is that binary, for programs started by tests. */
export function withNode(node) {
  return { PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` };
}
