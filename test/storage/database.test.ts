import { spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import type { Statement } from '../../src/storage/sqlite.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { keepingLog, openIn } from './temp-database.ts';

const put = (id: string, body: string): Statement => ({
  sql: 'INSERT INTO documents (collection, id, body) VALUES (?, ?, ?)',
  params: ['things', id, body],
});

async function ids(database: Database): Promise<unknown[]> {
  const rows = await database.query('SELECT id FROM documents ORDER BY id');
  return rows.map((row) => row.id);
}

test('a query sees every write called before it', async () => {
  const database = await openIn(tempFolder());
  const written = database.write([put('a', '1')]);
  expect(await database.query('SELECT * FROM documents')).toEqual([
    { collection: 'things', id: 'a', body: '1' },
  ]);
  await written;
});

test('what was written is there after closing and opening', async () => {
  const folder = tempFolder();
  const first = await openIn(folder);
  for (let i = 0; i < 10; i++) first.write([put(`id${i}`, 'x')]);
  await first.close();
  expect(await ids(await openIn(folder))).toHaveLength(10);
});

test('closing leaves one file that only its owner may read, and no log beside it', async () => {
  const folder = tempFolder();
  const database = await openIn(folder);
  await database.write([put('a', '1')]);
  await database.close();
  expect(statSync(join(folder, 'hearth.db')).mode & 0o777).toBe(0o600);
  expect(existsSync(join(folder, 'hearth.db-wal'))).toBe(false);
});

test('every commit is synced to the disk', async () => {
  const database = await openIn(tempFolder());
  expect(await database.query('PRAGMA journal_mode')).toEqual([{ journal_mode: 'wal' }]);
  expect(await database.query('PRAGMA synchronous')).toEqual([{ synchronous: 2 }]);
});

test('the statements of one call happen together or not at all', async () => {
  const database = await openIn(tempFolder());
  await expect(database.write([put('a', '1'), put('a', '2')])).rejects.toThrow(/UNIQUE/);
  expect(await ids(database)).toEqual([]);
});

test('a call that fails does not fail its neighbors of the same turn', async () => {
  const database = await openIn(tempFolder());
  const results = await Promise.allSettled([
    database.write([put('a', '1')]),
    database.write([put('b', '1'), put('a', '2')]),
    database.write([put('c', '1')]),
    database.write([{ sql: 'INSERT INTO nowhere VALUES (1)' }]),
    database.write([put('d', '1')]),
  ]);
  expect(results.map((result) => result.status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect(await ids(database)).toEqual(['a', 'c', 'd']);
});

test('a statement with rows runs once for each', async () => {
  const database = await openIn(tempFolder());
  const rows = Array.from({ length: 1200 }, (_, i) => ['things', `id${i}`, '1']);
  const changes = await database.change({ sql: 'INSERT INTO documents VALUES (?, ?, ?)', rows });
  expect(changes).toBe(1200);
  expect(await ids(database)).toHaveLength(1200);
});

test('a purge goes in chunks and knows when it is done', async () => {
  const database = await openIn(tempFolder());
  const rows = Array.from({ length: 250 }, (_, i) => ['things', `id${i}`, '1']);
  await database.write([{ sql: 'INSERT INTO documents VALUES (?, ?, ?)', rows }]);
  const sql = 'DELETE FROM documents WHERE id IN (SELECT id FROM documents LIMIT ?)';
  const removed: number[] = [];
  do removed.push(await database.change({ sql, params: [100] }));
  while (removed.at(-1) !== 0);
  expect(removed).toEqual([100, 100, 50, 0]);
});

test('values come back as they went in', async () => {
  const database = await openIn(tempFolder());
  const values = [null, 0, -1.5, 2 ** 53, 'naïve 🏠', '', new Uint8Array([0, 255])];
  await database.write([{ sql: 'CREATE TABLE t (a ANY, b BLOB) STRICT' }]);
  await database.write([{ sql: 'INSERT INTO t (a) VALUES (?)', rows: values.map((value) => [value]) }]);
  const rows = await database.query('SELECT a FROM t ORDER BY rowid');
  expect(rows.map((row) => row.a)).toEqual(values);
});

test('a value SQLite cannot hold fails its call and nothing else', async () => {
  const database = await openIn(tempFolder());
  for (const value of [true, undefined, 5n, 'cut\0here', new Date(0), {}, [1], () => 1]) {
    const params = ['things', 'x', value as string];
    const statement = { sql: 'INSERT INTO documents VALUES (?, ?, ?)', params };
    await expect(database.write([statement]), String(value)).rejects.toThrow();
    await expect(database.query('SELECT ? AS a', [value as string]), String(value)).rejects.toThrow();
  }
  await database.write([put('fine', '1')]);
  expect(await ids(database)).toEqual(['fine']);
});

test('a wrong query rejects and the next one works', async () => {
  const database = await openIn(tempFolder());
  await expect(database.query('SELECT x FROM nowhere')).rejects.toThrow(/no such table: nowhere/);
  expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('a closed database refuses what comes later, and closing twice is harmless', async () => {
  const database = await openIn(tempFolder());
  await database.close();
  await database.close();
  await expect(database.write([put('a', '1')])).rejects.toMatchObject({ code: 'unavailable' });
  await expect(database.query('SELECT 1')).rejects.toThrow(/closed/);
});

test('a hundred long writes in one turn pass through, and their rows come back', async () => {
  const database = await openIn(tempFolder());
  const long = 'ж'.repeat(500_000);
  await Promise.all(Array.from({ length: 100 }, (_, i) => database.write([put(`id${i}`, long)])));
  const rows = await database.query('SELECT body FROM documents');
  expect(rows.filter((row) => row.body === long)).toHaveLength(100);
});

test('when the worker dies, queued and later calls reject, and it is logged', async () => {
  const { log, lines } = keepingLog();
  const database = await openIn(tempFolder(), { log });
  // The driver reads a hundred rows at a time, and a hundred of these pass the worker's heap limit.
  const tooMuch =
    'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100) SELECT hex(zeroblob(2000000)) FROM n';
  const waiting = [database.query(tooMuch), database.write([put('a', '1')])];
  for (const promise of waiting) await expect(promise).rejects.toMatchObject({ code: 'unavailable' });
  await expect(database.write([put('b', '1')])).rejects.toThrow(/worker has ended/);
  expect(lines.join()).toMatch(/no more writes are accepted/);
  await database.close();
});

const WRITER = `
import { openDatabase } from ${JSON.stringify(new URL('../../dist/storage/database.js', import.meta.url).href)};
import { hearthMigrations } from ${JSON.stringify(new URL('../../dist/storage/migrations/index.js', import.meta.url).href)};
import { silentLog } from ${JSON.stringify(new URL('../../dist/core/log.js', import.meta.url).href)};
const folder = process.argv[1];
const database = await openDatabase({ file: folder + '/hearth.db', backupFolder: folder + '/backups',
  migrations: hearthMigrations, clock: { now: () => 0 }, log: silentLog });
for (let i = 0; ; i += 3) {
  await Promise.all([i, i + 1, i + 2].map(async (n) => {
    const id = process.pid + '-' + String(n).padStart(6, '0');
    await database.write([
      { sql: "INSERT INTO documents VALUES ('things', ?, '1')", params: [id] },
      { sql: "INSERT INTO documents VALUES ('twins', ?, '1')", params: [id] },
    ]);
    process.stdout.write(id + '\\n');
  }));
}`;

/** Runs the writer until it has acknowledged some writes, kills it, and returns the acknowledged ones. */
function killedAfter(folder: string, acknowledgements: number): Promise<string[]> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', WRITER, folder]);
  let output = '';
  child.stdout.on('data', (data) => {
    output += data;
    if (output.split('\n').length > acknowledgements) child.kill('SIGKILL');
  });
  return new Promise((resolve) => child.once('close', () => resolve(output.split('\n').slice(0, -1))));
}

test('no acknowledged write is missing after kill -9, and no unit is half there', async () => {
  const folder = tempFolder();
  const acknowledged: string[] = [];
  for (const count of [1, 2, 5, 17, 60, 400, 1500]) acknowledged.push(...(await killedAfter(folder, count)));
  const database = await openIn(folder);
  const things = new Set(
    await database
      .query("SELECT id FROM documents WHERE collection = 'things'")
      .then((rows) => rows.map((row) => row.id)),
  );
  const twins = new Set(
    await database
      .query("SELECT id FROM documents WHERE collection = 'twins'")
      .then((rows) => rows.map((row) => row.id)),
  );
  expect(acknowledged.length).toBeGreaterThan(1985);
  expect(acknowledged.filter((id) => !things.has(id))).toEqual([]);
  expect([...things].filter((id) => !twins.has(id))).toEqual([]);
  expect(twins.size).toBe(things.size);
});
