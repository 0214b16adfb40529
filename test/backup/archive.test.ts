import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lockingKeyOf } from '../../src/backup/archive/backup-key.ts';
import { HISTORY_MEMBER, SETTINGS_MEMBER } from '../../src/backup/archive/metadata.ts';
import {
  keyOf,
  type Opener,
  openArchive,
  unpackArchive,
  verifyArchive,
} from '../../src/backup/archive/read-archive.ts';
import { writeArchive } from '../../src/backup/archive/write-archive.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { seeds } from '../support/thoroughness.ts';

const INVENTORY = {
  ...{ entities: 1, automations: 2, scripts: 0, scenes: 0, users: 1, documents: 9, last_state: null },
  history: null,
};
const PARTS = [SETTINGS_MEMBER, HISTORY_MEMBER] as const;
/** More than two chunks of an encrypted part. */
const HISTORY = Buffer.alloc(2.5 * 1024 * 1024, 'history ');

function home(): string {
  const folder = tempFolder();
  writeFileSync(join(folder, 'hearth.db'), 'documents');
  writeFileSync(join(folder, 'hearth.db-wal'), 'belongs to the running server');
  writeFileSync(join(folder, 'history.db'), HISTORY);
  writeFileSync(join(folder, 'statistics.db'), 'statistics');
  writeFileSync(join(folder, 'automations.yaml'), '- alias: Grüße\n');
  mkdirSync(join(folder, 'www', 'x'.repeat(120)), { recursive: true });
  writeFileSync(join(folder, 'www', 'x'.repeat(120), 'ü.txt'), '');
  mkdirSync(join(folder, 'tls'));
  writeFileSync(join(folder, 'tls', 'authority.pem'), 'private key');
  mkdirSync(join(folder, 'logs'));
  writeFileSync(join(folder, 'logs', 'hearth.log'), 'a line\n');
  symlinkSync('/etc/passwd', join(folder, 'link.yaml'));
  return folder;
}

async function backUp(
  folder: string,
  { passphrases = [] as string[], withHistory = true } = {},
): Promise<string> {
  const target = join(tempFolder(), 'backup.tar');
  const keys = await Promise.all(passphrases.map((one) => lockingKeyOf(one)));
  const metadata = {
    ...{ slug: '0123abcd', version: 2, date: '2026-11-20T03:45:00+00:00', type: 'partial', compressed: true },
    name: 'Before the party',
    homeassistant: { version: '2026.11.0', exclude_database: !withHistory },
    hearth: { format: 1, version: '0.1.0', instance_id: 'x', automatic: false, inventory: INVENTORY },
  };
  await writeArchive({ folder, target, metadata, keys }, () => {});
  return target;
}

async function unpack(file: string, opener: Opener = {}): Promise<string> {
  const target = join(tempFolder(), 'home');
  const archive = await openArchive(file);
  await unpackArchive(archive, { key: await keyOf(archive, opener), target, parts: PARTS });
  return target;
}

describe('a backup', () => {
  it('contains the files of a home, but neither logs nor links out of it nor private keys', async () => {
    const file = await backUp(home());
    const restored = await unpack(file);
    const read = (name: string): Buffer => readFileSync(join(restored, name));
    expect(read('history.db').equals(HISTORY)).toBe(true);
    expect(read('automations.yaml').toString()).toBe('- alias: Grüße\n');
    expect(read(join('www', 'x'.repeat(120), 'ü.txt')).length).toBe(0);
    for (const name of ['hearth.db-wal', 'logs', 'link.yaml', 'tls'])
      expect(() => statSync(join(restored, name))).toThrow('ENOENT');
    expect((await openArchive(file)).metadata.hearth.left_out).toEqual(['link.yaml', 'tls']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('contains no history if it is not wanted', async () => {
    const restored = await unpack(await backUp(home(), { withHistory: false }));
    expect(() => statSync(join(restored, 'history.db'))).toThrow('ENOENT');
    expect(readFileSync(join(restored, 'hearth.db'), 'utf8')).toBe('documents');
  });

  it('that is encrypted opens with each of its passphrases, and contains private keys', async () => {
    const file = await backUp(home(), { passphrases: ['ABCD-EFGH-2345', 'a long sentence'] });
    expect(readFileSync(file).includes('Grüße')).toBe(false);
    for (const passphrase of ['abcd efgh 2345', 'a long sentence']) {
      const restored = await unpack(file, { passphrase });
      expect(readFileSync(join(restored, 'tls', 'authority.pem'), 'utf8')).toBe('private key');
      expect(readFileSync(join(restored, 'history.db')).equals(HISTORY)).toBe(true);
    }
  });

  it('tells a wrong passphrase from a missing one and from damage', async () => {
    const file = await backUp(home(), { passphrases: ['a long sentence'] });
    const [key] = (await openArchive(file)).metadata.hearth.keys;
    await expect(unpack(file)).rejects.toThrow(`one of these keys: ${key?.fingerprint}`);
    await expect(unpack(file, { passphrase: 'another sentence' })).rejects.toMatchObject({
      code: 'invalid_info',
    });
  });

  it('is refused if it is no backup, or of a newer format', async () => {
    const other = join(tempFolder(), 'other.tar');
    writeFileSync(other, Buffer.alloc(4096));
    await expect(openArchive(other)).rejects.toMatchObject({ code: 'not_supported' });
    const text = readFileSync(await backUp(home(), { withHistory: false }), 'latin1');
    writeFileSync(other, text.replace('"format": 1', '"format": 9'), 'latin1');
    await expect(openArchive(other)).rejects.toThrow('newer version of Hearth, 0.1.0');
  });

  it.each([[[]], [['a long sentence']]])(
    'notices each flipped bit and each missing end %#',
    async (passphrases) => {
      const file = await backUp(home(), { passphrases, withHistory: false });
      const whole = readFileSync(file);
      const damaged = `${file}.damaged`;
      const check = async (): Promise<void> => verifyArchive(await openArchive(damaged));
      copyFileSync(file, damaged);
      await check();
      const places = seeds(150, 1000);
      for (let step = 0; step < places; step++) {
        const at = Math.floor((step * whole.length) / places) + (step % 7);
        const changed = Buffer.from(whole);
        changed[at % whole.length] = (changed[at % whole.length] ?? 0) ^ (1 << (step % 8));
        writeFileSync(damaged, changed);
        await expect(check(), `bit at ${at}`).rejects.toMatchObject({ name: 'HubError' });
      }
      for (const missing of [1, 512, 1024, whole.length - 600, whole.length]) {
        copyFileSync(file, damaged);
        truncateSync(damaged, whole.length - missing);
        await expect(check(), `${missing} bytes less`).rejects.toMatchObject({ name: 'HubError' });
      }
    },
  );
});
