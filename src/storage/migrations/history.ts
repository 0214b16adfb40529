import type { Migration } from '../migrate.ts';

/** The schema of `history.db`. A released migration never changes: add another one. */
export const historyMigrations: readonly Migration[] = [
  {
    version: 1,
    name: 'causes',
    sql: [
      `CREATE TABLE causes (
        id INTEGER PRIMARY KEY,
        context TEXT NOT NULL,
        parent TEXT,
        kind TEXT NOT NULL,
        subject TEXT NOT NULL,
        at REAL NOT NULL,
        detail TEXT NOT NULL
      ) STRICT`,
      'CREATE INDEX causes_context ON causes (context)',
      'CREATE INDEX causes_at ON causes (at)',
      "CREATE INDEX causes_changes ON causes (subject, at) WHERE kind = 'change'",
    ],
  },
  {
    version: 2,
    name: 'samples',
    sql: [
      `CREATE TABLE sampled_entities (
        id INTEGER PRIMARY KEY,
        entity_id TEXT NOT NULL UNIQUE,
        merged INTEGER NOT NULL
      ) STRICT`,
      // What was written since the last merge, one row per commit.
      `CREATE TABLE sample_log (
        id INTEGER PRIMARY KEY,
        batch TEXT NOT NULL,
        sum INTEGER NOT NULL
      ) STRICT`,
      // The newest, unfinished block of each entity.
      `CREATE TABLE sample_heads (
        entity INTEGER PRIMARY KEY,
        first INTEGER NOT NULL,
        last INTEGER NOT NULL,
        count INTEGER NOT NULL,
        data BLOB NOT NULL,
        sum INTEGER NOT NULL
      ) STRICT`,
      // With a rowid of their own, blocks are only added at the end of the file and leave no half-full pages.
      `CREATE TABLE sample_blocks (
        id INTEGER PRIMARY KEY,
        entity INTEGER NOT NULL,
        first INTEGER NOT NULL,
        last INTEGER NOT NULL,
        count INTEGER NOT NULL,
        data BLOB NOT NULL,
        sum INTEGER NOT NULL
      ) STRICT`,
      'CREATE INDEX sample_blocks_range ON sample_blocks (entity, first, last)',
    ],
  },
];
