import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listHomeFiles } from '../../src/backup/archive/home-files.ts';
import { tempFolder } from '../support/temp-folder.ts';

it('leaves the secrets of integrations to encrypted backups, and out what is downloaded again', async () => {
  const folder = tempFolder();
  const files = [
    '.data/matter/secrets/fabric',
    '.data/matter/plain',
    '.packages/matter/a/x.js',
    'own/main.js',
  ];
  for (const path of files) {
    mkdirSync(join(folder, 'integrations', path, '..'), { recursive: true });
    writeFileSync(join(folder, 'integrations', path), path);
  }
  const listed = async (withSecrets: boolean) =>
    (await listHomeFiles(folder, withSecrets)).files.map(({ path }) => path);
  const plain = ['integrations/.data/matter/plain', 'integrations/own/main.js'];
  expect(await listed(false)).toEqual(plain);
  expect(await listed(true)).toEqual([plain[0], 'integrations/.data/matter/secrets/fabric', plain[1]]);
  expect((await listHomeFiles(folder, false)).leftOut).toEqual(['integrations/.data/matter/secrets']);
});
