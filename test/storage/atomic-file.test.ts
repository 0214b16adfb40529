import { readdirSync, readFileSync, readlinkSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeFileAtomically } from '../../src/storage/atomic-file.ts';
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
