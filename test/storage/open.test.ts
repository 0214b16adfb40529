import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { HubError } from '../../src/core/errors.ts';
import { readFileVersion } from '../../src/storage/file-version.ts';
import type { Migration } from '../../src/storage/migrate.ts';
import { hearthMigrations } from '../../src/storage/migrations/index.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { openIn } from './temp-database.ts';

const DIST = new URL('../../dist/', import.meta.url).href;
const first: Migration = {
  version: 1,
  name: 'things',
  sql: ['CREATE TABLE things (id TEXT PRIMARY KEY) STRICT'],
};
const second: Migration = {
  version: 2,
  name: 'colors',
  sql: ["ALTER TABLE things ADD COLUMN color TEXT NOT NULL DEFAULT 'red'"],
};
const broken: Migration = { version: 2, name: 'broken', sql: ['CREATE TABLE more (id)', 'CREATE NONSENSE'] };

/** All files of a folder with their bytes. */
function content(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name), 'hex')]));
}

async function refusal(folder: string, migrations = hearthMigrations): Promise<HubError> {
  const before = content(folder);
  const error = await openIn(folder, { migrations }).catch((thrown) => thrown);
  expect(content(folder)).toEqual(before);
  expect(error).toBeInstanceOf(HubError);
  return error;
}

async function makeVersion(folder: string, migrations: readonly Migration[]): Promise<void> {
  const database = await openIn(folder, { migrations });
  await database.write([{ sql: 'INSERT INTO things (id) VALUES (?)', params: ['lamp'] }]);
  await database.close();
}

/** A program for a process of its own: the script with `open()` and `folder`. */
function program(script: string, migrations: readonly Migration[]): string {
  return `
    import { openDatabase } from '${DIST}storage/database.js';
    import { silentLog as log } from '${DIST}core/log.js';
    const folder = process.argv[1];
    const migrations = ${JSON.stringify(migrations)};
    const open = () => openDatabase({
      file: folder + '/hearth.db', backupFolder: folder + '/backups', migrations, clock: { now: () => 0 }, log });
    ${script}`;
}

const MIGRATING = `process.stdout.write('begin'); await open();`;

/** Runs a script and returns its output. */
function run(script: string, folder: string, how: { shell?: string; uid?: number } = {}): string {
  const text = program(script, hearthMigrations);
  const args = [
    '-c',
    `${how.shell ?? ''} exec "$0" "$@"`,
    process.execPath,
    '--input-type=module',
    '-e',
    text,
    folder,
  ];
  const child = spawnSync('/bin/sh', args, {
    encoding: 'utf8',
    timeout: 15_000,
    ...(how.uid === undefined ? {} : { uid: how.uid }),
  });
  expect(child.stderr).toBe('');
  expect(child.status).toBe(0);
  return child.stdout;
}

test('a new database gets every migration and no copy', async () => {
  const folder = tempFolder();
  const database = await openIn(folder);
  const needed = hearthMigrations.findLast(({ adds }) => adds !== true)?.version;
  expect(await database.query('PRAGMA user_version')).toEqual([{ user_version: needed }]);
  await database.close();
  const file = join(folder, 'hearth.db');
  expect(readFileVersion(file)).toEqual({ made: hearthMigrations.length, needed });
  expect(readdirSync(folder)).not.toContain('backups');
});

test('before a migration a copy that opens goes to the backups, private to its owner', async () => {
  const folder = tempFolder();
  await makeVersion(folder, [first]);
  const database = await openIn(folder, { migrations: [first, second] });
  expect(await database.query('SELECT * FROM things')).toEqual([{ id: 'lamp', color: 'red' }]);

  const copies = readdirSync(join(folder, 'backups'));
  expect(copies).toEqual([expect.stringMatching(/^hearth-v1-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.db$/)]);
  const copy = join(folder, 'backups', String(copies[0]));
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, 'backups')).mode & 0o777).toBe(0o700);
  const old = await openIn(folder, { file: copy, migrations: [first] });
  expect(await old.query('SELECT * FROM things')).toEqual([{ id: 'lamp' }]);
});

test('the last five copies are kept, and what is no copy of this database', async () => {
  const folder = tempFolder();
  await makeVersion(folder, [first]);
  const backups = join(folder, 'backups');
  mkdirSync(backups);
  const stamps = ['2020-01-01', '2021-01-01', '2022-01-01', '2023-01-01', '2024-01-01', '2025-01-01'];
  for (const stamp of stamps) writeFileSync(join(backups, `hearth-v1-${stamp}T00-00-00.db`), '');
  const others = ['history-v1-2020-01-01T00-00-00.db', 'hearth-v1-by-hand.db', 'notes.txt'];
  for (const name of others) writeFileSync(join(backups, name), '');
  await openIn(folder, { migrations: [first, second] });
  const left = readdirSync(backups);
  expect(left).toEqual(expect.arrayContaining(others));
  const copies = left.filter((name) => !others.includes(name)).sort();
  expect(copies).toHaveLength(5);
  expect(copies[0]).toBe('hearth-v1-2022-01-01T00-00-00.db');
});

test('the previous version uses a file to which a newer one only added, and the newer one goes on from there', async () => {
  const folder = tempFolder();
  const added: Migration = { ...second, adds: true };
  const more: Migration = {
    version: 3,
    name: 'rooms',
    sql: ['CREATE TABLE rooms (id TEXT) STRICT'],
    adds: true,
  };
  await makeVersion(folder, [first]);
  await (await openIn(folder, { migrations: [first, added] })).close();
  const older = await openIn(folder, { migrations: [first] });
  await older.write([{ sql: 'INSERT INTO things (id) VALUES (?)', params: ['fan'] }]);
  await older.close();
  const newer = await openIn(folder, { migrations: [first, added, more] });
  expect(await newer.query('SELECT * FROM things ORDER BY id')).toEqual([
    { id: 'fan', color: 'red' },
    { id: 'lamp', color: 'red' },
  ]);
  expect(await newer.query('SELECT * FROM rooms')).toEqual([]);
  await newer.close();
  expect(readFileVersion(join(folder, 'hearth.db'))).toEqual({ made: 3, needed: 1 });
  expect((await refusal(folder, [])).message).toContain('version 1');
});

test('after a migration that changes more than that, the previous version refuses the file', async () => {
  const folder = tempFolder();
  await makeVersion(folder, [first]);
  const added: Migration = { ...second, adds: true };
  const changed: Migration = { version: 3, name: 'renamed', sql: ['ALTER TABLE things RENAME TO items'] };
  await (await openIn(folder, { migrations: [first, added, changed] })).close();
  for (const older of [[first], [first, added]])
    expect((await refusal(folder, older)).reason).toMatchObject({ key: 'database_is_newer' });
});

test('a database that is up to date gets no copy', async () => {
  const folder = tempFolder();
  await makeVersion(folder, [first]);
  await openIn(folder, { migrations: [first] });
  expect(readdirSync(folder)).not.toContain('backups');
});

test('a migration that fails leaves the database at its version, and the copy beside it', async () => {
  const folder = tempFolder();
  await makeVersion(folder, [first]);
  await expect(openIn(folder, { migrations: [first, broken] })).rejects.toThrow(/NONSENSE/);
  expect(readdirSync(join(folder, 'backups'))).toHaveLength(1);
  const database = await openIn(folder, { migrations: [first, second] });
  expect(await database.query('SELECT * FROM things')).toEqual([{ id: 'lamp', color: 'red' }]);
  expect(await database.query("SELECT name FROM sqlite_schema WHERE name = 'more'")).toEqual([]);
});

test('a process killed at any moment of a migration leaves a database that opens, with all its rows', async () => {
  const folder = tempFolder();
  const heavy = {
    ...second,
    sql: [...second.sql, "UPDATE things SET color = color || id || printf('%.*c', 300, 'x')"],
  };
  const database = await openIn(folder, { migrations: [first] });
  const rows = Array.from({ length: 20_000 }, (_, i) => [`thing ${i}`]);
  await database.write([{ sql: 'INSERT INTO things VALUES (?)', rows }]);
  await database.close();
  for (const wait of [10, 35, 50, 70, 100]) {
    const copy = tempFolder();
    copyFileSync(join(folder, 'hearth.db'), join(copy, 'hearth.db'));
    const child = spawn(process.execPath, [
      '--input-type=module',
      '-e',
      program(MIGRATING, [first, heavy]),
      copy,
    ]);
    await once(child.stdout, 'data');
    await new Promise((resolve) => setTimeout(resolve, wait));
    child.kill('SIGKILL');
    await once(child, 'close');
    const after = await openIn(copy, { migrations: [first, heavy] });
    const found = await after.query('SELECT count(*) AS n, min(length(color)) > 300 AS changed FROM things');
    expect(found).toEqual([{ n: 20_000, changed: 1 }]);
  }
});

test('migrations out of order are refused', async () => {
  await expect(openIn(tempFolder(), { migrations: [second] })).rejects.toThrow(/out of its place/);
});

test('a newer database is refused with both versions, and no byte changes', async () => {
  const folder = tempFolder();
  await makeVersion(folder, [first, second]);
  const error = await refusal(folder, [first]);
  expect(error.code).toBe('unavailable');
  expect(error.message).toMatch(/version 2.*versions up to 1/);
});

test('a newer database whose version is only in the log that a crash left is refused, and no byte changes', async () => {
  const folder = tempFolder();
  await makeVersion(folder, [first]);
  await openIn(folder, { migrations: [first, second] });
  // What a crash leaves: the file and its log before the checkpoint.
  const crashed = tempFolder();
  for (const name of ['hearth.db', 'hearth.db-wal']) copyFileSync(join(folder, name), join(crashed, name));
  expect(readFileSync(join(crashed, 'hearth.db')).readUInt32BE(60)).toBe(1);
  expect((await refusal(crashed, [first])).message).toMatch(/version 2/);
  // The same files open where version 2 is known.
  const database = await openIn(crashed, { migrations: [first, second] });
  expect(await database.query('SELECT * FROM things')).toEqual([{ id: 'lamp', color: 'red' }]);
});

test('a file that is no database is refused and left as it is', async () => {
  for (const bytes of ['no database', 'x'.repeat(10_000), 'SQLite format 3']) {
    const folder = tempFolder();
    writeFileSync(join(folder, 'hearth.db'), bytes);
    expect((await refusal(folder)).message).toMatch(/not a database/);
  }
});

test('an empty file becomes a database', async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, 'hearth.db'), '');
  const database = await openIn(folder);
  expect(await database.query('SELECT * FROM documents')).toEqual([]);
});

test('a damaged or cut database is refused and left as it is', async () => {
  const folder = tempFolder();
  const file = join(folder, 'hearth.db');
  const database = await openIn(folder);
  const rows = Array.from({ length: 2000 }, (_, i) => ['things', `id${i}`, 'x'.repeat(40)]);
  await database.write([{ sql: 'INSERT INTO documents VALUES (?, ?, ?)', rows }]);
  await database.close();
  const whole = readFileSync(file);
  const damaged = Buffer.from(whole);
  damaged.fill(0xff, 3 * 4096, 5 * 4096);
  writeFileSync(file, damaged);
  expect((await refusal(folder)).message).toMatch(/damaged/);
  writeFileSync(file, whole.subarray(0, 6 * 4096));
  expect((await refusal(folder)).message).toMatch(/damaged/);
  writeFileSync(file, whole);
  expect(await (await openIn(folder)).query('SELECT count(*) AS n FROM documents')).toEqual([{ n: 2000 }]);
});

test('a database in a folder that is not there is refused with a clear message', async () => {
  await expect(openIn(join(tempFolder(), 'nowhere'))).rejects.toThrow(
    /hearth.db could not be used: it cannot be opened/,
  );
});

test('a file in a folder that may not be written is refused with a clear message', async () => {
  const folder = tempFolder();
  await (await openIn(folder)).close();
  chmodSync(join(folder, 'hearth.db'), 0o444);
  chmodSync(folder, 0o555);
  const nobody = process.getuid?.() === 0 ? { uid: 65534 } : {};
  const script = `console.log(await open().then(() => 'opened', (error) => error.code + ': ' + error.message))`;
  const before = content(folder);
  expect(run(script, folder, nobody)).toMatch(
    /^unavailable: hearth.db could not be used: no permission, or the disk is read-only/,
  );
  expect(content(folder)).toEqual(before);
  chmodSync(folder, 0o755);
});

test('a full database rejects what does not fit, keeps the rest, and works again when there is room', async () => {
  const database = await openIn(tempFolder());
  const put = (id: string, size: number) =>
    database.write([
      { sql: 'INSERT INTO documents VALUES (?, ?, ?)', params: ['things', id, 'x'.repeat(size)] },
    ]);
  await database.query('PRAGMA max_page_count = 20');
  const results = await Promise.allSettled([put('a', 10), put('big', 100_000), put('b', 10)]);
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  await expect(put('big', 100_000)).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/disk is full/),
  });
  await database.query('PRAGMA max_page_count = 1000000');
  await put('big', 100_000);
  expect(await database.query('SELECT id FROM documents')).toHaveLength(3);
});

test('a disk that takes no more bytes rejects writes, keeps what was acknowledged, and the process lives', async () => {
  const folder = tempFolder();
  const script = `
    const database = await open();
    let kept = 0, failures = new Set();
    for (let i = 0; i < 400; i++) {
      await database.write([{ sql: 'INSERT INTO documents VALUES (?, ?, ?)', params: ['things', 'id' + i, 'x'.repeat(2000)] }])
        .then(() => kept++, (error) => failures.add(error.code + ': ' + error.message));
    }
    const [row] = await database.query('SELECT count(*) AS n FROM documents');
    await database.close();
    console.log(JSON.stringify({ kept, found: row.n, failures: [...failures] }));`;
  const { kept, found, failures } = JSON.parse(run(script, folder, { shell: 'ulimit -f 600;' }));
  expect(kept).toBeGreaterThan(10);
  expect(kept).toBeLessThan(400);
  expect(found).toBe(kept);
  expect(failures).toEqual([expect.stringMatching(/^unavailable: hearth.db could not be used: the disk/)]);
  expect(await (await openIn(folder)).query('SELECT count(*) AS n FROM documents')).toEqual([{ n: kept }]);
});

test('a copy that cannot be made stops the migration', async () => {
  const folder = tempFolder();
  await makeVersion(folder, [first]);
  writeFileSync(join(folder, 'backups'), 'a file where the folder should be');
  await expect(openIn(folder, { migrations: [first, second] })).rejects.toThrow();
  const database = await openIn(folder, { migrations: [first] });
  expect(await database.query('PRAGMA user_version')).toEqual([{ user_version: 1 }]);
});
