import type { Migration } from '../migrate.ts';

/** The schema of `hearth.db`. A released migration never changes: add another one. */
export const hearthMigrations: readonly Migration[] = [
  {
    version: 1,
    name: 'documents and last states',
    sql: [
      `CREATE TABLE documents (
        collection TEXT NOT NULL,
        id TEXT NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY (collection, id)
      ) STRICT, WITHOUT ROWID`,
      // With a rowid: states are restored in the order in which they were first seen.
      `CREATE TABLE last_states (
        entity_id TEXT NOT NULL PRIMARY KEY,
        state TEXT NOT NULL,
        last_changed REAL NOT NULL,
        last_updated REAL NOT NULL,
        last_reported REAL NOT NULL,
        made_over_rest INTEGER NOT NULL,
        entity_values TEXT
      ) STRICT`,
    ],
  },
  {
    version: 2,
    name: 'audit',
    sql: [
      `CREATE TABLE audit (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at REAL NOT NULL,
        action TEXT NOT NULL,
        user_id TEXT,
        token_id TEXT,
        peer TEXT,
        detail TEXT NOT NULL
      ) STRICT`,
      'CREATE INDEX audit_at ON audit (at)',
      // Rows are inserted and, after a year, deleted, but never updated.
      `CREATE TRIGGER audit_is_append_only BEFORE UPDATE ON audit
       BEGIN SELECT RAISE(ABORT, 'the audit is never changed'); END`,
    ],
  },
  {
    version: 3,
    name: 'retained messages of the broker',
    sql: [
      `CREATE TABLE mqtt_retained (
        topic TEXT NOT NULL PRIMARY KEY,
        payload BLOB NOT NULL,
        qos INTEGER NOT NULL
      ) STRICT`,
    ],
  },
  {
    version: 4,
    name: 'runs, what triggers wait for, traces',
    sql: [
      // With a rowid: queued runs resume in order.
      `CREATE TABLE runs (
        id TEXT NOT NULL PRIMARY KEY,
        owner TEXT NOT NULL,
        body TEXT NOT NULL,
        trace TEXT NOT NULL
      ) STRICT`,
      `CREATE TABLE trigger_waits (
        owner TEXT NOT NULL,
        place INTEGER NOT NULL,
        key TEXT NOT NULL,
        plan TEXT NOT NULL,
        due REAL NOT NULL,
        kept TEXT NOT NULL,
        PRIMARY KEY (owner, place, key)
      ) STRICT, WITHOUT ROWID`,
      `CREATE TABLE traces (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        domain TEXT NOT NULL,
        item_id TEXT NOT NULL,
        run_id TEXT NOT NULL,
        context_id TEXT NOT NULL,
        not_triggered INTEGER NOT NULL,
        short TEXT NOT NULL,
        long TEXT NOT NULL
      ) STRICT`,
      'CREATE INDEX traces_item ON traces (domain, item_id)',
    ],
  },
  {
    version: 5,
    name: 'versions of automations, scripts and scenes',
    sql: [
      // An item's text as it was in its file; null if the item was deleted.
      `CREATE TABLE item_versions (
        domain TEXT NOT NULL,
        item_id TEXT NOT NULL,
        version INTEGER NOT NULL,
        at REAL NOT NULL,
        kind TEXT NOT NULL,
        user_id TEXT,
        file TEXT NOT NULL,
        form TEXT NOT NULL,
        fingerprint TEXT,
        text TEXT,
        PRIMARY KEY (domain, item_id, version)
      ) STRICT, WITHOUT ROWID`,
    ],
  },
  {
    version: 6,
    name: 'changes of the configuration',
    sql: [
      `CREATE TABLE changes (
        id INTEGER PRIMARY KEY,
        at REAL NOT NULL,
        user_id TEXT,
        token_id TEXT,
        act TEXT NOT NULL,
        undoes INTEGER,
        acts TEXT,
        state TEXT NOT NULL
      ) STRICT`,
      `CREATE TABLE change_parts (
        part_id INTEGER PRIMARY KEY,
        change_id INTEGER NOT NULL,
        kind TEXT NOT NULL,
        name TEXT NOT NULL,
        id TEXT NOT NULL,
        before TEXT,
        after TEXT,
        detail TEXT,
        state TEXT NOT NULL DEFAULT 'made'
      ) STRICT`,
      'CREATE UNIQUE INDEX change_parts_subject ON change_parts (name, id, change_id, kind)',
      'CREATE INDEX changes_undoes ON changes (undoes) WHERE undoes IS NOT NULL',
      // Versions of items become changes. The first one of an item is how it was found.
      `INSERT INTO changes (id, at, user_id, act, state)
       SELECT row_number() OVER (ORDER BY at, domain, item_id, version), at, user_id, 'item/' || kind,
         CASE WHEN kind = 'found' AND version = (SELECT min(version) FROM item_versions AS first
           WHERE first.domain = one.domain AND first.item_id = one.item_id) THEN 'seen' ELSE 'made' END
       FROM item_versions AS one`,
      `INSERT INTO change_parts (part_id, change_id, kind, name, id, before, after, detail)
       SELECT row_number() OVER (ORDER BY at, domain, item_id, version) * 1048576,
         row_number() OVER (ORDER BY at, domain, item_id, version), 'item', domain, item_id,
         lag(text) OVER (PARTITION BY domain, item_id ORDER BY version), text,
         json_object('version', version, 'kind', kind, 'file', file, 'form', form, 'print', fingerprint)
       FROM item_versions`,
      // The table stays, empty, so that the previous version of Hearth can still start.
      'DELETE FROM item_versions',
    ],
  },
  {
    version: 7,
    name: 'journal of changes',
    sql: [
      `CREATE TABLE change_journal (
        part_id INTEGER PRIMARY KEY,
        at REAL NOT NULL,
        change TEXT NOT NULL,
        name TEXT NOT NULL,
        id TEXT NOT NULL,
        before TEXT,
        after TEXT
      ) STRICT`,
    ],
  },
  {
    version: 8,
    name: 'secrets in the journal of changes',
    sql: ['ALTER TABLE change_journal ADD COLUMN waits INTEGER NOT NULL DEFAULT 0'],
  },
  {
    version: 9,
    name: 'how far recorded changes were checked for secrets',
    sql: ['CREATE TABLE checked_changes (until INTEGER NOT NULL) STRICT'],
    adds: true,
  },
];
