import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Header } from 'tar';
import { describe, expect, it } from 'vitest';
import { unpackBackup } from '../../src/import/archive/unpack.ts';
import { openSourceFolder } from '../../src/import/source-folder.ts';
import { tempFolder } from '../support/temp-folder.ts';

const HOME = new URL('./home/ha-home', import.meta.url).pathname;
const ARCHIVES = new URL('./archives', import.meta.url).pathname;
const KEY = 'TEST-0AAA-1BBB-2CCC-3DDD-4EEE-5FFF';
const GENERATIONS = ['v1', 'v2', 'v3'] as const;

interface Member {
  readonly path: string;
  readonly text?: string;
  readonly linkpath?: string;
  /** The size that the header states, if not that of the text. */
  readonly size?: number;
}

function tarOf(members: readonly Member[]): Buffer {
  const blocks = members.flatMap(({ path, text = '', linkpath, size }) => {
    const header = new Header({
      ...{ path, mode: 0o600, uid: 0, gid: 0, size: size ?? Buffer.byteLength(text), mtime: new Date(0) },
      ...(linkpath === undefined ? { type: 'File' as const } : { type: 'SymbolicLink' as const, linkpath }),
    });
    const block = Buffer.alloc(512);
    header.encode(block);
    const body = Buffer.alloc(Math.ceil(Buffer.byteLength(text) / 512) * 512);
    body.write(text);
    return [block, body];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

/** A plain backup with these files. */
function aBackup(members: readonly Member[]): string {
  const file = join(tempFolder(), 'backup.tar');
  const inner = join(tempFolder(), 'inner');
  writeFileSync(inner, gzipSync(tarOf(members)));
  const text = readFileSync(inner, 'latin1');
  const header = new Header({ path: './homeassistant.tar.gz', mode: 0o600, size: text.length, type: 'File' });
  const block = Buffer.alloc(512);
  header.encode(block);
  const body = Buffer.alloc(Math.ceil(text.length / 512) * 512);
  body.write(text, 'latin1');
  writeFileSync(file, Buffer.concat([block, body, Buffer.alloc(1024)]));
  return file;
}

describe('a backup of Home Assistant', () => {
  it('is unpacked in each generation of encryption, byte for byte', async () => {
    for (const generation of GENERATIONS) {
      const home = await unpackBackup(join(ARCHIVES, `encrypted-${generation}.tar`), KEY, tempFolder());
      const { files } = await openSourceFolder(home);
      const known = new Set((await openSourceFolder(HOME)).files);
      const shared = files.filter((file) => known.has(file));
      expect(shared.length).toBeGreaterThan(4);
      for (const file of shared)
        expect([file, readFileSync(join(home, file)).equals(readFileSync(join(HOME, file)))]).toEqual([
          file,
          true,
        ]);
    }
  });

  it('is refused without its key and with another one, which is not called damage', async () => {
    for (const generation of GENERATIONS) {
      const file = join(ARCHIVES, `encrypted-${generation}.tar`);
      await expect(unpackBackup(file, undefined, tempFolder())).rejects.toThrow(/encrypted.*--key/);
      await expect(unpackBackup(file, KEY.replace('TEST', 'TOST'), tempFolder())).rejects.toThrow(
        /does not open/,
      );
    }
  });

  it('is refused where it is cut off or changed', async () => {
    const whole = readFileSync(join(ARCHIVES, 'encrypted-v3.tar'));
    const file = join(tempFolder(), 'cut.tar');
    for (const length of [100, 2000, 100_000, 400_000]) {
      writeFileSync(file, whole.subarray(0, length));
      await expect(unpackBackup(file, KEY, tempFolder())).rejects.toThrow(/damaged|is not a backup/);
    }
    for (const at of [3000, 250_000, 470_000]) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 1;
      writeFileSync(file, changed);
      await expect(unpackBackup(file, KEY, tempFolder())).rejects.toThrow(/damaged/);
    }
  });

  it('writes nothing outside of its folder, and follows no links', async () => {
    const target = join(tempFolder(), 'inside');
    mkdirSync(target);
    const file = aBackup([
      { path: 'data/configuration.yaml', text: 'homeassistant:\n' },
      { path: 'data/../../../evil', text: 'x' },
      { path: '/data/absolute', text: 'x' },
      { path: 'data/link', linkpath: '/etc' },
      { path: 'data/link/passwd', text: 'x' },
      { path: 'other/file', text: 'x' },
    ]);
    const home = await unpackBackup(file, undefined, target);
    expect(readdirSync(home).filter((name) => name !== 'link')).toEqual(['configuration.yaml']);
    expect((await openSourceFolder(home)).refused).toEqual([]);
    expect(readdirSync(join(target, '..'))).toEqual(['inside']);
  });

  it('is refused if it states to unpack to far more than its size', async () => {
    const file = aBackup([{ path: 'data/huge', size: 50 * 1024 ** 3 }]);
    await expect(unpackBackup(file, undefined, tempFolder())).rejects.toThrow(/far more than its size/);
  });
});
