import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { silentLog } from '../../src/core/log.ts';
import { ConfigEntry } from '../../src/entities/registry/config-entries.ts';
import { type DataFolder, openDataFolder } from '../../src/storage/data-folder.ts';
import { openDocuments } from '../../src/storage/documents.ts';
import { SealedFields } from '../../src/storage/sealed-fields.ts';
import { addKeys, SECRET_KEYS, SecretBox } from '../../src/storage/secret-box.ts';
import { RunningClock } from '../support/running-clock.ts';
import { tempFolder } from '../support/temp-folder.ts';

const SECRETS = ['hunter2-password', 'hunter2-odd', 'hunter2-url', 'hunter2-nested', 'hunter2-gone'];
const PLAIN = {
  ...{ entry_id: 'E1', domain: 'guarded', title: 'Guard', created_at: 1, modified_at: 1 },
  secret_fields: ['odd'],
  data: {
    ...{ host: '10.0.0.2', port: 80, password: 'hunter2-password', odd: 'hunter2-odd', empty_token: '' },
    ...{ url: 'http://me:hunter2-url@10.0.0.2/', login: [{ token: { value: 'hunter2-nested', pin: 7 } }] },
  },
  options: { scale: 2 },
};

async function withFolder<T>(path: string, work: (folder: DataFolder) => Promise<T>): Promise<T> {
  const folder = await openDataFolder({ folder: path, clock: new RunningClock(), log: silentLog });
  try {
    return await work(folder);
  } finally {
    await folder.release();
  }
}

const entriesIn = (path: string): Promise<ConfigEntry[]> =>
  withFolder(path, async ({ database, fields }) => {
    const documents = await openDocuments(database, silentLog, { fields });
    return [...documents.collection('config_entries', ConfigEntry).entries.values()];
  });

function secretsIn(path: string): string[] {
  const names = readdirSync(path, { recursive: true, withFileTypes: true });
  const files = names.filter((one) => one.isFile());
  const bytes = Buffer.concat(files.map(({ parentPath, name }) => readFileSync(join(parentPath, name))));
  return SECRETS.filter((secret) => bytes.includes(secret));
}

/** A data folder as an earlier version left it: with secrets in rows, recorded changes and free pages. */
async function formerFolder(): Promise<string> {
  const path = tempFolder(onTestFinished);
  const gone = JSON.stringify({ ...PLAIN, data: { password: 'hunter2-gone'.padEnd(9000, '.') } });
  await withFolder(path, ({ database }) =>
    database.write([
      { sql: `INSERT INTO documents VALUES ('config_entries', 'gone', ?)`, params: [gone] },
      { sql: `DELETE FROM documents WHERE id = 'gone'` },
      {
        sql: `INSERT INTO documents (collection, id, body) VALUES ('config_entries', 'E1', ?)`,
        params: [JSON.stringify(PLAIN)],
      },
      {
        sql: `INSERT INTO change_parts (change_id, kind, name, id, before, after)
          VALUES (1, 'document', 'config_entries', 'E1', NULL, ?)`,
        params: [JSON.stringify(PLAIN)],
      },
    ]),
  );
  return path;
}

describe('secrets of config entries', () => {
  it('are encrypted at the next start, also in recorded changes and free pages', async () => {
    const path = await formerFolder();
    expect(secretsIn(path)).not.toEqual([]);
    const [entry] = await entriesIn(path);
    expect(entry).toMatchObject(PLAIN);
    expect(secretsIn(path)).toEqual([]);
    expect(statSync(join(path, SECRET_KEYS)).mode & 0o777).toBe(0o600);
    const before = readFileSync(join(path, SECRET_KEYS), 'utf8');
    expect(await entriesIn(path)).toEqual([entry]);
    expect(readFileSync(join(path, SECRET_KEYS), 'utf8')).toBe(before);
  });

  it('are lost without their key, which the entry says, and the rest stays', async () => {
    const path = await formerFolder();
    await entriesIn(path);
    rmSync(join(path, SECRET_KEYS));
    const [entry] = await entriesIn(path);
    expect(entry).toMatchObject({ has_lost_secrets: true, options: { scale: 2 } });
    expect(entry?.data).toEqual({ host: '10.0.0.2', port: 80, empty_token: '', login: [{}] });
  });

  it('are read with the key of the home that a backup is restored into', async () => {
    const [present, target] = [await formerFolder(), tempFolder(onTestFinished)];
    const sealed = await withFolder(present, async ({ database }) => {
      const [row] = await database.query(`SELECT body FROM documents WHERE id = 'E1'`);
      return String(row?.body);
    });
    const own = new SecretBox(target).seal('x', 'place');
    addKeys(target, present);
    const box = new SecretBox(target);
    expect(box.open(own, 'place')).toBe('x');
    const opened = new SealedFields(box).open({ collection: 'config_entries', id: 'E1', body: sealed });
    expect(JSON.parse(opened ?? '')).toEqual(PLAIN);
  });

  it('are the same text each time, only for their place, and survive damage as lost', () => {
    const path = tempFolder(onTestFinished);
    const box = new SecretBox(path);
    const sealed = box.seal('hunter2', 'a');
    expect(box.seal('hunter2', 'a')).toBe(sealed);
    expect(new SecretBox(path).open(sealed, 'a')).toBe('hunter2');
    expect([
      box.open(sealed, 'b'),
      box.open(`${sealed.slice(0, -4)}AAA=`, 'a'),
      box.open('v1.', 'a'),
    ]).toEqual([...[undefined, undefined, undefined]]);
    writeFileSync(join(path, SECRET_KEYS), 'no key\n');
    expect(new SecretBox(path).open(sealed, 'a')).toBeUndefined();
  });

  it('of an integration that is not here are all of its texts but its address', () => {
    const fields = new SealedFields(new SecretBox(tempFolder(onTestFinished)));
    const entry = { is_waiting: true, data: { host: 'tv', serial: 'S1', ok: true }, options: { code: 'x' } };
    const stored = { collection: 'config_entries', id: 'E', body: JSON.stringify(entry) };
    const sealed = JSON.parse(fields.seal(stored) ?? '');
    expect(sealed.data).toEqual({ host: 'tv', serial: { $sealed: expect.any(String) }, ok: true });
    expect(sealed.options).toEqual({ code: { $sealed: expect.any(String) } });
    expect(fields.open({ ...stored, body: JSON.stringify(sealed) })).toBe(stored.body);
    expect(fields.seal({ ...stored, body: JSON.stringify(sealed) })).toBe(JSON.stringify(sealed));
    const helper = { data: {}, options: { template: '{{ token: "abc" }}' } };
    expect(fields.seal({ ...stored, body: JSON.stringify(helper) })).toBe(JSON.stringify(helper));
  });
});
