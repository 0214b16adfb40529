import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hearth, serveHearth } from '../support/command-line.ts';
import { PID_NAMESPACE, WITHOUT_PROC } from '../support/namespaces.ts';
import { tempFolder } from '../support/temp-folder.ts';

const START = ['start', '--port', '0', '--host', '127.0.0.1', '--data-dir'];

/** Processes of one machine that see each other, in separate containers, and without information in /proc. */
const PLACES: readonly [name: string, within: readonly string[] | undefined][] = [
  ['in one PID namespace', []],
  ['in two PID namespaces', PID_NAMESPACE],
  ['in two PID namespaces without /proc', WITHOUT_PROC],
];

/** What a second start may not change: the files and their inodes. Databases grow while the server runs. */
function shape(folder: string): unknown {
  return readdirSync(folder).map((name) => {
    const { ino, mode } = statSync(join(folder, name));
    return [name, ino, mode, /\.lock$/.test(name) ? readFileSync(join(folder, name), 'utf8') : null];
  });
}

describe.each(PLACES)('two servers on one folder %s', (_, within) => {
  const title = within === undefined ? ' (skipped: this machine allows no namespaces)' : '';

  it.skipIf(within === undefined)(
    `are one: the second changes nothing, and the command line asks the first${title}`,
    async () => {
      const folder = tempFolder();
      const server = await serveHearth(folder, { within });
      const before = shape(folder);
      const second = await hearth([...START, folder], { within });
      expect(second).toMatchObject({ stdout: '', code: 1 });
      expect(second.stderr).toMatch(
        /the data folder .* is in use by process \d+ on host .* Stop that server first, or use another folder/,
      );
      expect(shape(folder)).toEqual(before);
      // The command line beside the server, and in a separate folder.
      const options = ['--data-dir', folder];
      for (const place of [[], within ?? []]) {
        const made = await hearth(['token', 'create', '--name', 'x', ...options], { within: place });
        expect(made).toMatchObject({ stderr: '', code: 0 });
        const headers = { authorization: `Bearer ${made.stdout.trim()}` };
        expect((await fetch(`${server.url}/api/`, { headers })).status).toBe(200);
        expect((await hearth(['token', 'list', ...options], { within: place })).stdout).toContain(' x ');
        await hearth(['token', 'revoke', 'x', ...options], { within: place });
      }
      expect(shape(folder)).toEqual(before);
    },
  );

  it.skipIf(within === undefined)(
    `start again without help after a crash, as the same process number${title}`,
    async () => {
      const folder = tempFolder();
      const first = await serveHearth(folder, { within });
      const made = await hearth(['token', 'create', '--name', 'kept', '--data-dir', folder]);
      await first.kill();
      expect(existsSync(join(folder, 'hearth.lock'))).toBe(true);
      expect(existsSync(join(folder, 'control.sock'))).toBe(true);
      const next = await serveHearth(folder, { within });
      const headers = { authorization: `Bearer ${made.stdout.trim()}` };
      expect((await fetch(`${next.url}/api/`, { headers })).status).toBe(200);
    },
  );
});

it('a server whose control socket is gone still keeps its databases to itself', async () => {
  const folder = tempFolder();
  await serveHearth(folder);
  rmSync(join(folder, 'control.sock'));
  const second = await hearth([...START, folder]);
  expect(second).toMatchObject({ stdout: '', code: 1 });
  expect(second.stderr).toContain(`the data folder ${folder} is in use by process`);
  const list = await hearth(['token', 'list', '--data-dir', folder]);
  expect(list).toMatchObject({ stdout: '', code: 1 });
  expect(list.stderr).toContain(`It does not answer on ${join(folder, 'control.sock')}`);
  expect(existsSync(join(folder, 'hearth.lock'))).toBe(true);
  for (const name of ['hearth.db', 'history.db', 'statistics.db']) {
    const script = `new (require('libsql'))(process.argv[1]).prepare('SELECT * FROM sqlite_master').all()`;
    const reader = spawnSync(process.execPath, ['-e', script, join(folder, name)], { encoding: 'utf8' });
    expect(reader.stderr).toContain('database is locked');
  }
});
