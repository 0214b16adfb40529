import { spawn } from 'node:child_process';
import {
  chmodSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { silentLog } from '../../src/core/log.ts';
import { replaceFile, writeFileAtomically } from '../../src/storage/atomic-file.ts';
import { openDataFolder } from '../../src/storage/data-folder.ts';
import { writeError } from '../../src/storage/failure.ts';
import { RunningClock } from '../support/running-clock.ts';
import { tempFolder } from '../support/temp-folder.ts';

test('a file is made with its content, private to its owner, and nothing is left beside it', async () => {
  const folder = tempFolder();
  const path = join(folder, 'a.yaml');
  await writeFileAtomically(path, 'naïve');
  await writeFileAtomically(path, new Uint8Array([104, 105]));
  expect(readFileSync(path, 'utf8')).toBe('hi');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['a.yaml']);
});

test('a write that fails leaves the old content and nothing beside it', async () => {
  const folder = tempFolder();
  await expect(writeFileAtomically(join(folder, 'no', 'folder'), 'x')).rejects.toThrow(/ENOENT/);
  await expect(writeFileAtomically(folder, 'x')).rejects.toThrow();
  writeFileSync(join(folder, 'a'), 'old');
  const unwritable = { toString: () => 'x' } as unknown as string;
  await expect(writeFileAtomically(join(folder, 'a'), unwritable)).rejects.toThrow();
  expect(readdirSync(folder)).toEqual(['a']);
  expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('old');
});

test.each([
  ['ENOSPC', 'the disk is full'],
  ['EROFS', 'no permission, or the disk is read-only'],
])('%s while a file is written is told with its name', (code, reason) => {
  const cause = Object.assign(new Error('no'), { code });
  expect(writeError(cause, 'automations.yaml')).toMatchObject({
    ...{ code: 'unavailable', cause, message: `automations.yaml could not be written: ${reason}` },
  });
});

test('a read-only folder is not an internal error', async () => {
  await expect(writeFileAtomically('/sys/hearth.yaml', 'x')).rejects.toMatchObject({ code: 'unavailable' });
});

test('a symbolic link keeps pointing where it did', async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, 'real'), 'old');
  symlinkSync('real', join(folder, 'link'));
  await writeFileAtomically(join(folder, 'link'), 'new');
  expect(readlinkSync(join(folder, 'link'))).toBe('real');
  expect(readFileSync(join(folder, 'real'), 'utf8')).toBe('new');
});

test('writers at once leave one of their contents whole', async () => {
  const path = join(tempFolder(), 'a');
  const contents = Array.from({ length: 20 }, (_, i) => String(i).repeat(50_000));
  await Promise.all(contents.map((content) => writeFileAtomically(path, content)));
  expect(contents).toContain(readFileSync(path, 'utf8'));
});

test('a file is replaced only while it holds what was read, and stays whose it was', async () => {
  const path = join(tempFolder(), 'a');
  expect(await replaceFile(path, null, 'new')).toBe(true);
  expect(await replaceFile(path, null, 'newer')).toBe(false);
  expect(await replaceFile(path, 'other', 'newer')).toBe(false);
  expect(readFileSync(path, 'utf8')).toBe('new');
  chmodSync(path, 0o640);
  expect(await replaceFile(path, 'new', 'newer')).toBe(true);
  expect(statSync(path).mode & 0o777).toBe(0o640);
  rmSync(path);
  expect(await replaceFile(path, 'newer', 'newest')).toBe(false);
  expect(readdirSync(dirname(path))).toEqual([]);
});

test('a process killed at any moment leaves one content whole, and its temporary files are removed at the next start', async () => {
  const folder = tempFolder();
  const path = join(folder, 'a');
  writeFileSync(path, '0\nend\n');
  for (let round = 0; round < 6; round += 1) {
    const writer = spawn(process.execPath, [new URL('endless-writer.js', import.meta.url).pathname, path]);
    await new Promise((resolve) => writer.stdout.once('data', resolve));
    await new Promise((resolve) => setTimeout(resolve, 5 + round * 7));
    writer.kill('SIGKILL');
    await new Promise((resolve) => writer.once('close', resolve));
    const [first = '', ...lines] = readFileSync(path, 'utf8').split('\n');
    expect(lines.splice(-2)).toEqual(['end', '']);
    expect(new Set(lines)).toEqual(new Set(lines.length === 0 ? [] : [first]));
    expect([0, 19_999]).toContain(lines.length);
  }
  writeFileSync(join(folder, '.a.0123456789ab.tmp'), 'half');
  const held = await openDataFolder({ folder, clock: new RunningClock(), log: silentLog });
  await held.release();
  expect(readdirSync(folder)).toEqual(['a', 'hearth.db']);
});
