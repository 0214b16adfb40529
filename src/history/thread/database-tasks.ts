import type { Row, Statement, Value } from '../../storage/sqlite.ts';
import type { TaskContext } from './task.ts';

/** Statements on `history.db` for what the main thread writes there itself. */
export const databaseTasks = {
  /** Runs the statements as a unit and returns how many rows they changed, once they are durable. */
  'database.write': ({ connection }: TaskContext, statements: readonly Statement[]): number =>
    connection.transaction(true, () =>
      statements.reduce((sum, statement) => sum + connection.run(statement), 0),
    ),

  /** The rows of a query. */
  'database.query': (
    { connection }: TaskContext,
    { sql, params }: { readonly sql: string; readonly params: readonly Value[] },
  ): readonly Row[] => [...connection.rows(sql, params)],
};
