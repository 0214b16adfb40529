import type { Database } from '../storage/database.ts';
import { LOG_PAGES } from '../storage/log-pages.ts';

/** A database whose main file is complete and does not change; new writes wait in its log. */
export interface HeldDatabase {
  /** How many documents the main file has. */
  readonly documents: number;
  /** The time of its newest saved state, in milliseconds since 1970; null if there is none. */
  readonly lastState: number | null;
  /** Lets the main file change again. */
  readonly release: () => Promise<void>;
}

/**
 * Holds the main file of `hearth.db`, so that another process can copy it while the server writes. It contains
 * everything written before the call, and nothing after it.
 */
export async function holdDatabase(database: Database): Promise<HeldDatabase> {
  const keep = (pages: number) => database.query(`PRAGMA wal_autocheckpoint = ${pages}`);
  const release = async (): Promise<void> => void (await keep(LOG_PAGES));
  try {
    // Sent without waiting: nothing is written between them.
    const [, [moved], [documents], [states]] = await Promise.all([
      keep(0),
      database.query('PRAGMA wal_checkpoint(TRUNCATE)'),
      database.query('SELECT count(*) AS count FROM documents'),
      database.query('SELECT max(last_updated) AS newest FROM last_states'),
    ]);
    if (moved?.busy !== 0) throw new Error('The log of hearth.db could not be moved to its file');
    const newest = states?.newest ?? null;
    return {
      documents: Number(documents?.count),
      lastState: newest === null ? null : Number(newest),
      release,
    };
  } catch (error) {
    await release().catch(() => {});
    throw error;
  }
}
