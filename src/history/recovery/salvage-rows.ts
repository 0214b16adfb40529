import type { Row, SqliteConnection } from '../../storage/sqlite.ts';

/** The largest gap of ids that is skipped in search of readable rows behind a damaged page; some are times. */
const MAX_JUMP = 2 ** 52;

/**
 * Yields the rows of a table that can be read although pages of its file are damaged: forward up to a damaged page,
 * then from the next id behind it that can be read.
 */
export function* salvageRows(connection: SqliteConnection, table: string, columns: string): Generator<Row> {
  const sql = `SELECT ${columns}, rowid AS salvage_id FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT 100`;
  let last = 0;
  let jump = 1;
  while (jump < MAX_JUMP) {
    const rows = readable(connection, sql, last + jump - 1);
    if (rows === undefined) jump *= 2;
    else if (rows.length === 0) return;
    else {
      yield* rows;
      last = Number(rows.at(-1)?.salvage_id);
      jump = 1;
    }
  }
}

/** The rows before the first one that cannot be read, for whatever reason; undefined if that is the very first. */
function readable(connection: SqliteConnection, sql: string, after: number): Row[] | undefined {
  const rows: Row[] = [];
  try {
    for (const row of connection.rows(sql, [after])) rows.push(row);
  } catch {
    if (rows.length === 0) return undefined;
  }
  return rows;
}
