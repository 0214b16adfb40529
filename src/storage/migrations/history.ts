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
];
