import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { listHomeFiles } from '../../src/backup/archive/home-files.ts';
import { TargetList } from '../../src/backup/targets/target-list.ts';
import { silentLog } from '../../src/core/log.ts';
import { SECRET_KEYS, SecretBox } from '../../src/storage/secret-box.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { tempFolder } from '../support/temp-folder.ts';

it('encrypts passwords that earlier versions stored as they are, and leaves out what it cannot decrypt', async () => {
  const folder = tempFolder(onTestFinished);
  const file = join(folder, 'backup-targets.json');
  const share = { kind: 'folder', name: 'Share', path: '/mnt/share' };
  const cloud = {
    kind: 'webdav',
    name: 'Cloud',
    url: 'https://c.example/',
    username: 'me',
    password: 'hunter2',
  };
  writeFileSync(file, JSON.stringify({ 'hearth.1': share, 'hearth.2': cloud }));
  const open = () =>
    new TargetList(file, { clock: new FakeClock(), log: silentLog, secrets: new SecretBox(folder) });
  expect(open().views()).toHaveLength(2);
  await expect.poll(() => readFileSync(file, 'utf8')).not.toContain('hunter2');
  const before = readFileSync(file, 'utf8');
  expect(open().views()).toHaveLength(2);
  expect(open().open('hearth.2')).toBeDefined();
  expect(readFileSync(file, 'utf8')).toBe(before);
  const backedUp = async (withSecrets: boolean) =>
    (await listHomeFiles(folder, withSecrets)).files.map(({ path }) => path);
  expect(await backedUp(true)).toEqual(['backup-targets.json', SECRET_KEYS]);
  expect(await backedUp(false)).toEqual([]);
  rmSync(join(folder, SECRET_KEYS));
  expect(open().ids).toEqual(['hearth.1']);
});
