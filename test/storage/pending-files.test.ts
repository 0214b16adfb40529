import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { silentLog } from '../../src/core/log.ts';
import { type DataFolder, openDataFolder } from '../../src/storage/data-folder.ts';
import { type PendingFile, stageFiles } from '../../src/storage/pending-files.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { tempFolder } from '../support/temp-folder.ts';

const open = (folder: string): Promise<DataFolder> =>
  openDataFolder({ folder, clock: new FakeClock(), log: silentLog });
const file = (path: string, text: string, replaces = false): PendingFile => ({
  path,
  content: () => text,
  replaces,
});

it('puts files in place at the next start once their transaction is committed', async () => {
  const folder = tempFolder();
  const first = await open(folder);
  writeFileSync(join(folder, 'kept.yaml'), 'before');
  writeFileSync(join(folder, 'hearth.yaml'), 'before');
  const files = [file('a/b.yaml', 'new'), file('kept.yaml', 'new'), file('hearth.yaml', 'new', true)];
  await first.database.write(await stageFiles(folder, files));
  await first.release();
  expect(existsSync(join(folder, 'a'))).toBe(false);
  const second = await open(folder);
  expect(second.hasNewFiles).toBe(true);
  const texts = ['a/b.yaml', 'kept.yaml', 'hearth.yaml'].map((name) =>
    readFileSync(join(folder, name), 'utf8'),
  );
  expect(texts).toEqual(['new', 'before', 'new']);
  await second.release();
  const third = await open(folder);
  expect(third.hasNewFiles).toBe(false);
  await third.release();
});

it('removes files whose transaction was never committed', async () => {
  const folder = tempFolder();
  const first = await open(folder);
  await stageFiles(folder, [file('a.yaml', 'new')]);
  await first.release();
  const second = await open(folder);
  expect(second.hasNewFiles).toBe(false);
  await second.release();
  expect(readdirSync(folder).filter((name) => name !== 'hearth.db')).toEqual([]);
});
