import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AllowedFolders } from '../../src/storage/allowed-folders.ts';
import { tempFolder } from '../support/temp-folder.ts';

function folders() {
  const root = tempFolder();
  const [media, other] = [join(root, 'media'), join(root, 'other')];
  mkdirSync(media);
  return { root, media, other, allowed: new AllowedFolders([media, other]) };
}

const REFUSED = { code: 'service_validation_error', translation: { key: 'path_not_allowed' } };
const BYTES = Buffer.from('picture');

test('a bare name goes into the first folder, a path below any of them as given', async () => {
  const { media, other, allowed } = folders();
  await allowed.write('deep/a.png', BYTES);
  await allowed.write(join(other, 'b.png'), BYTES);
  expect(readFileSync(join(media, 'deep/a.png'))).toEqual(BYTES);
  expect(readFileSync(join(other, 'b.png'))).toEqual(BYTES);
});

test('a folder whose name begins like an allowed one is another', async () => {
  const { media, allowed } = folders();
  await expect(allowed.write(`${media}-more/a.png`, BYTES)).rejects.toMatchObject(REFUSED);
});

test('links that lead out are not followed, be they folder, file or dangling', async () => {
  const { root, media, allowed } = folders();
  mkdirSync(join(root, 'secret'));
  writeFileSync(join(root, 'secret/key'), 'kept');
  symlinkSync(join(root, 'secret'), join(media, 'way'));
  symlinkSync(join(root, 'secret/key'), join(media, 'file'));
  symlinkSync(join(root, 'nowhere'), join(media, 'dangling'));
  for (const name of ['way/key', 'way/new/a.png', 'file', 'dangling/a.png', 'dangling'])
    await expect(allowed.write(name, BYTES), name).rejects.toMatchObject(REFUSED);
  expect(readFileSync(join(root, 'secret/key'), 'utf8')).toBe('kept');
});

test('disk errors are reported without the path', async () => {
  const { allowed } = folders();
  await expect(allowed.write(`${'n'.repeat(300)}.png`, BYTES)).rejects.toMatchObject({
    code: 'home_assistant_error',
  });
});
