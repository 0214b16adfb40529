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
  {
    version: 3,
    name: 'cause log',
    sql: [
      // Subjects and details of causes, each once; `hash` finds them.
      `CREATE TABLE cause_texts (
        id INTEGER PRIMARY KEY,
        hash INTEGER NOT NULL,
        text TEXT NOT NULL
      ) STRICT`,
      'CREATE INDEX cause_texts_hash ON cause_texts (hash)',
      // The ID is the time. Contexts and runs are blobs of 16 bytes, or texts if they are no ULIDs.
      `CREATE TABLE cause_log (
        id INTEGER PRIMARY KEY,
        context ANY NOT NULL,
        parent ANY,
        kind INTEGER NOT NULL,
        subject INTEGER NOT NULL,
        fixed INTEGER NOT NULL,
        run ANY,
        own TEXT
      ) STRICT`,
      // The end of a context is random enough to find it.
      'CREATE INDEX cause_log_context ON cause_log (substr(context, -6))',
      'CREATE INDEX cause_log_subject ON cause_log (subject) WHERE kind IN (2, 3, 6, 7)',
    ],
  },
  {
    version: 4,
    name: 'changes for PostgreSQL',
    // AUTOINCREMENT: a number that was removed must not name another change.
    sql: [
      `CREATE TABLE server_changes (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        change TEXT NOT NULL
      ) STRICT`,
    ],
  },
  {
    version: 5,
    name: 'causes in order of their contexts',
    // The first six bytes of a ULID are its time: new entries are added at the end of the index, in few pages. By the
    // random end of the context, each new entry changed a page of its own.
    sql: [
      'CREATE INDEX cause_log_begun ON cause_log (substr(context, 1, 6))',
      'DROP INDEX cause_log_context',
    ],
  },
];
