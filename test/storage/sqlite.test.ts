import { readdirSync, readlinkSync, rmSync } from 'node:fs';
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
