import { expect, test } from 'vitest';
import type { Migration } from '../../src/storage/migrate.ts';
import { historyMigrations } from '../../src/storage/migrations/history.ts';
import { hearthMigrations } from '../../src/storage/migrations/index.ts';
import { statisticsMigrations } from '../../src/storage/migrations/statistics.ts';

const ADDITIONS = [
  /^CREATE TABLE /,
  /^CREATE INDEX /,
  /^ALTER TABLE \w+ ADD COLUMN \w+ \w+ NOT NULL DEFAULT /,
  /^ALTER TABLE \w+ ADD COLUMN \w+ \w+$/,
];

/** The statements of migrations that say they only add, and do more. */
function faults(migrations: readonly Migration[]): string[] {
  return migrations
    .filter(({ adds }) => adds === true)
    .flatMap(({ sql }) => sql.filter((one) => !ADDITIONS.some((allowed) => allowed.test(one))));
}

test.each([
  ['hearth.db', hearthMigrations],
  ['history.db', historyMigrations],
  ['statistics.db', statisticsMigrations],
])('a migration of %s that says so only adds', (_, migrations) => {
  expect(faults(migrations)).toEqual([]);
});

test.each([
  'DROP TABLE things',
  'DROP INDEX things_at',
  'ALTER TABLE things RENAME COLUMN at TO time',
  'ALTER TABLE things ADD COLUMN color TEXT NOT NULL',
  'UPDATE things SET at = 0',
  'CREATE UNIQUE INDEX things_at ON things (at)',
  'CREATE TRIGGER things_change AFTER UPDATE ON things BEGIN SELECT 1; END',
])('%s is no addition', (statement) => {
  expect(faults([{ version: 1, name: 'one', sql: [statement], adds: true }])).toEqual([statement]);
});
