import { readFile } from 'node:fs/promises';
import { fault } from '../core/errors.ts';
import { parsePostgresAddress } from '../core/postgres-address.ts';
import type { StoreSetup } from '../history/thread/protocol.ts';
import { asFailure } from '../storage/failure.ts';

/** The settings of `history:` that name a PostgreSQL server. */
export interface StoreSettings {
  readonly store: string | null;
  readonly store_password: string | null;
  readonly store_password_file: string | null;
}

/** The server that keeps the history, with its password; undefined for the data folder. */
export async function storeSetup(settings: StoreSettings): Promise<StoreSetup | undefined> {
  const address = settings.store === null ? undefined : parsePostgresAddress(settings.store);
  if (address === undefined) return undefined;
  const { store_password, store_password_file: path } = settings;
  if (store_password !== null || path === null) return { address, password: store_password ?? undefined };
  try {
    return { address, password: (await readFile(path, 'utf8')).replace(/\r?\n$/, '') };
  } catch (error) {
    const reason = asFailure(error).code;
    throw fault('home_assistant_error', 'history_password_unreadable', { path, reason });
  }
}
