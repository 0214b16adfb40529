import type { Migration } from '../migrate.ts';

/** The schema of `statistics.db`. A released migration never changes: add another one. */
export const statisticsMigrations: readonly Migration[] = [
  {
    version: 1,
    name: 'statistics',
    sql: [
      // Statistics and, as another kind without metadata, roll-ups. Numbers are not used again: the log names them.
      // `merged` is the last row of the log that the blocks of a series contain.
      `CREATE TABLE series (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL,
        name TEXT NOT NULL,
        merged INTEGER NOT NULL,
        source TEXT,
        display_name TEXT,
        unit TEXT,
        unit_class TEXT,
        mean_type INTEGER NOT NULL,
        has_sum INTEGER NOT NULL,
        UNIQUE (kind, name)
      ) STRICT`,
      // Rows written since the last merge, one row per write.
      `CREATE TABLE series_log (
        id INTEGER PRIMARY KEY,
        batch BLOB NOT NULL,
        sum INTEGER NOT NULL
      ) STRICT`,
      // One month of hours or one day of five minutes, in UTC: `slot` counts them since 1970.
      `CREATE TABLE series_blocks (
        id INTEGER PRIMARY KEY,
        series INTEGER NOT NULL,
        term TEXT NOT NULL,
        slot INTEGER NOT NULL,
        data BLOB NOT NULL,
        sum INTEGER NOT NULL,
        UNIQUE (series, term, slot)
      ) STRICT`,
      // One row: until when everything is compiled, in milliseconds since 1970.
      `CREATE TABLE compiled (
        until INTEGER NOT NULL
      ) STRICT`,
      // What each change by a person replaced.
      `CREATE TABLE statistic_changes (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at REAL NOT NULL,
        kind TEXT NOT NULL,
        statistic_id TEXT NOT NULL,
        detail TEXT NOT NULL,
        before BLOB NOT NULL,
        sum INTEGER NOT NULL
      ) STRICT`,
      'CREATE INDEX statistic_changes_of ON statistic_changes (statistic_id, id)',
      'CREATE INDEX statistic_changes_at ON statistic_changes (at)',
    ],
  },
];
