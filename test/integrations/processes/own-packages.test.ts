import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OwnPackages } from '../../../src/integrations/processes/own-packages.ts';
import { tempFolder } from '../../support/temp-folder.ts';

/** An integration with one package, from a file beside it; `integrity` is what its lock file demands. */
function integrationWith(script: string, integrity?: string): string {
  const folder = tempFolder();
  mkdirSync(join(folder, 'package', 'dist', 'cjs'), { recursive: true });
  const put = (name: string, value: object | string): void =>
    writeFileSync(join(folder, name), typeof value === 'string' ? value : JSON.stringify(value));
  put('package/package.json', { name: 'small', version: '1.0.0', scripts: { postinstall: script } });
  put('package/index.js', '');
  put('package/index.d.ts', '');
  put('package/index.js.map', '');
  execFileSync('tar', ['-czf', 'small.tgz', 'package'], { cwd: folder });
  const hash = createHash('sha512')
    .update(readFileSync(join(folder, 'small.tgz')))
    .digest('base64');
  const file = `file:${join(folder, 'small.tgz')}`;
  const root = { name: 'own', version: '1.0.0', dependencies: { small: file } };
  put('package.json', root);
  put('package-lock.json', {
    ...{ name: 'own', version: '1.0.0', lockfileVersion: 3, requires: true },
    packages: {
      '': root,
      'node_modules/small': { version: '1.0.0', resolved: file, integrity: integrity ?? `sha512-${hash}` },
    },
  });
  put('packages.js', "import 'small';\n");
  return folder;
}

const packagesOf = (source: string, kept = tempFolder()): OwnPackages => {
  const packages = OwnPackages.of(source, kept);
  if (packages === undefined) throw new Error('It needs none');
  return packages;
};

describe('the packages of an integration that comes with Hearth', () => {
  it('are those of its lock file, without what nothing runs; no script of theirs is run', async () => {
    const mark = join(tempFolder(), 'was-run');
    const kept = tempFolder();
    const former = join(kept, 'former');
    mkdirSync(former);
    const packages = packagesOf(integrationWith(`touch ${mark}`), kept);
    expect(packages.areThere).toBe(false);
    await Promise.all([packages.fetch(), packages.fetch()]);
    expect(packages.areThere).toBe(true);
    const small = join(packages.folder, 'node_modules', 'small');
    const has = (name: string): boolean => existsSync(join(small, name));
    expect([has('index.js'), has('index.d.ts'), has('index.js.map')]).toEqual([true, false, false]);
    expect(existsSync(join(packages.folder, 'packages.js'))).toBe(true);
    expect(existsSync(mark)).toBe(false);
    // Those of another lock file.
    expect(existsSync(former)).toBe(false);
  });

  it('are refused if they are not what the lock file says, and nothing stays', async () => {
    const other = createHash('sha512').update('other').digest('base64');
    const packages = packagesOf(integrationWith('true', `sha512-${other}`));
    await expect(packages.fetch()).rejects.toThrow(/Its packages cannot be downloaded: .*integrity/);
    expect(packages.areThere).toBe(false);
  });

  it('are none without a lock file', () => {
    expect(OwnPackages.of(tempFolder(), tempFolder())).toBeUndefined();
  });
});
