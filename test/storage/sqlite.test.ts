import { copyFileSync, readdirSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SqliteConnection } from '../../src/storage/sqlite.ts';
import { tempFolder } from '../support/temp-folder.ts';

function openTable(): { readonly file: string; readonly connection: SqliteConnection } {
  const file = join(tempFolder(), 'table.db');
  const connection = new SqliteConnection(file, 0);
  connection.makeDurable();
  connection.exec('CREATE TABLE rows (value INTEGER)');
  return { file, connection };
}

const add = (connection: SqliteConnection, isSynced: boolean): number =>
  connection.transaction(isSynced, () => connection.run({ sql: 'INSERT INTO rows VALUES (1)' }));

/** How often this process has a file open. */
function descriptorsOf(file: string): number {
  return readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`) === file;
    } catch {
      return false;
    }
  }).length;
}

describe('the write-ahead log', () => {
  test.skipIf(process.platform !== 'linux')('is opened to sync it, and closed with the database', () => {
    const { file, connection } = openTable();
    const before = descriptorsOf(`${file}-wal`);
    add(connection, false);
    expect(descriptorsOf(`${file}-wal`)).toBe(before);
    add(connection, true);
    expect(descriptorsOf(`${file}-wal`)).toBe(before + 1);
    add(connection, true);
    expect(connection.value('PRAGMA synchronous')).toBe(1);
    connection.close();
    expect(descriptorsOf(`${file}-wal`)).toBeLessThanOrEqual(before);
  });

  test('is synced by SQLite where it cannot be opened', () => {
    const { file, connection } = openTable();
    rmSync(`${file}-wal`);
    add(connection, true);
    add(connection, true);
    expect(connection.value('PRAGMA synchronous')).toBe(2);
    expect(connection.value('SELECT count(*) FROM rows')).toBe(2);
    connection.close();
  });
});

test('a log that got its whole length holds every commit, also after a crash', () => {
  const { file, connection } = openTable();
  const length = () => statSync(`${file}-wal`).size;
  for (let count = 1; count < 250; count += 1) {
    add(connection, true);
    if (count === 50) expect(length()).toBeLessThan(1_000_000);
  }
  expect(length()).toBe(4_194_304);
  // A checkpoint in between, after which SQLite writes from the start again.
  connection.exec('PRAGMA wal_checkpoint');
  for (let count = 0; count < 50; count += 1) add(connection, true);
  expect(length()).toBe(4_194_304);
  const copy = join(tempFolder(), 'table.db');
  for (const suffix of ['', '-wal']) copyFileSync(file + suffix, copy + suffix);
  const reopened = new SqliteConnection(copy, 0);
  expect(reopened.value('SELECT count(*) FROM rows')).toBe(299);
  reopened.close();
  connection.close();
});
