import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  addedPermissions,
  farPermissions,
  InstalledList,
  integrityOf,
} from '../../../src/integrations/processes/installed-list.ts';
import { Manifest } from '../../../src/integrations/processes/manifest.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const MANIFEST = { domain: 'plug', name: 'Plug', version: '1.0.0', api: 1 };
const AT = { source: './plug', at: '2026-11-20T12:00:00Z' };

function source(manifest: object = MANIFEST): string {
  const folder = join(tempFolder(), 'plug');
  mkdirSync(folder);
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'main.js'), 'export default 1;');
  return folder;
}

describe('the integrations added to a data folder', () => {
  it('are copied and pinned with version and hash, and removed as a whole', async () => {
    const dataDir = tempFolder();
    const list = new InstalledList(dataDir);
    const pinned = await list.install(source(), AT);
    const own = join(dataDir, 'integrations', 'plug');
    expect(pinned).toMatchObject({ version: '1.0.0', source: './plug', integrity: await integrityOf(own) });
    expect(await list.changed()).toEqual(new Set());
    writeFileSync(join(own, 'left-over.js'), '');
    expect(await list.changed()).toEqual(new Set(['plug']));
    await list.install(source({ ...MANIFEST, version: '1.1.0' }), AT);
    expect((await list.read()).get('plug')?.version).toBe('1.1.0');
    expect(() => readFileSync(join(own, 'left-over.js'))).toThrow('ENOENT');
    expect(await list.remove('plug')).toBe(true);
    expect(await list.remove('plug')).toBe(false);
    expect(() => readFileSync(join(own, 'main.js'))).toThrow('ENOENT');
  });

  it('have another hash when anything in them changes', async () => {
    const folder = source();
    const before = await integrityOf(folder);
    writeFileSync(join(folder, 'main.js'), 'export default 2;');
    expect(await integrityOf(folder)).not.toBe(before);
  });

  it('are refused with links out of their folder, and without a valid manifest', async () => {
    const list = new InstalledList(tempFolder());
    const linked = source();
    symlinkSync('/etc/passwd', join(linked, 'passwords'));
    await expect(list.install(linked, AT)).rejects.toThrow('passwords is not a plain file');
    await expect(list.install(source({ ...MANIFEST, domain: '../up' }), AT)).rejects.toThrow('domain');
    expect((await list.read()).size).toBe(0);
  });

  it('ask for what goes beyond their folder, and in an update for what is new', () => {
    const manifest = (permissions: object) => Manifest.parse({ ...MANIFEST, permissions });
    const wide = manifest({ files: ['/etc/hosts'], native: true, programs: ['ffmpeg'] });
    expect(farPermissions(manifest({}))).toEqual([]);
    expect(farPermissions(wide)).toHaveLength(3);
    expect(addedPermissions(wide.permissions, wide)).toEqual([]);
    expect(addedPermissions(manifest({}).permissions, wide)).toEqual([
      ...['native', 'files: /etc/hosts', 'programs: ffmpeg'],
    ]);
    expect(addedPermissions(manifest({}).permissions, manifest({ network: true }))).toEqual([
      'network: true',
    ]);
  });
});
