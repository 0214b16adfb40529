import type { Clock } from '../../core/clock.ts';
import { asFailure } from '../../storage/failure.ts';
import type { SqliteConnection } from '../../storage/sqlite.ts';
import { connectPostgres } from '../postgres/connect-postgres.ts';
import { PostgresSampleStore } from '../postgres/postgres-sample-store.ts';
import { SampleTables } from '../postgres/sample-tables.ts';
import { ServerChanges } from '../postgres/server-changes.ts';
import type { SqliteSampleStore } from '../samples/sqlite-sample-store.ts';
import type { HistoryNotice, StoreSetup } from './protocol.ts';

/** Puts a PostgreSQL server behind the local store, and reports when it is away and when it is back. */
export function openPostgres({
  store: { address, password },
  local,
  connection,
  clock,
  notify,
}: {
  readonly store: StoreSetup;
  readonly local: SqliteSampleStore;
  /** `history.db`. */
  readonly connection: SqliteConnection;
  readonly clock: Clock;
  readonly notify: (notice: HistoryNotice) => void;
}): PostgresSampleStore {
  return new PostgresSampleStore({
    ...{ local, clock, changes: new ServerChanges(connection) },
    open: async () => {
      const pool = await connectPostgres(address, password);
      try {
        return { tables: await SampleTables.open(pool), close: () => pool.end() };
      } catch (error) {
        await pool.end();
        throw error;
      }
    },
    onAvailability: (failure) => {
      if (failure === undefined) return notify({ kind: 'store back' });
      const { code, message } = asFailure(failure);
      notify({ kind: 'store away', reason: message === '' ? code : message });
    },
    onChange: (outcome, change) => notify({ kind: 'store change', outcome, change }),
  });
}
