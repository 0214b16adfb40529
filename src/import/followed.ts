import { ConfigEntry } from '../entities/registry/config-entries.ts';
import { isFollower } from '../entities/registry/following.ts';
import type { Database } from '../storage/database.ts';
import type { Statement } from '../storage/sqlite.ts';
import type { PresentDocuments } from './present-home.ts';

/** What belongs to the entry of a followed hub. */
const OWNED = ['entities', 'devices'];

/** The entries of hubs that are followed. */
export function followersIn(present: PresentDocuments): ConfigEntry[] {
  return [...(present.get('config_entries')?.values() ?? [])]
    .map((body) => ConfigEntry.parse(JSON.parse(body)))
    .filter(isFollower);
}

/** Deletes the entries with their tokens, mirrored entities and devices. */
export function endingOf(entries: readonly ConfigEntry[]): Statement[] {
  return entries.flatMap(({ entry_id }): Statement[] => [
    { sql: `DELETE FROM documents WHERE collection = 'config_entries' AND id = ?`, params: [entry_id] },
    {
      sql: `DELETE FROM documents WHERE collection IN ('entities', 'devices')
        AND json_extract(body, '$.config_entry_id') = ?`,
      params: [entry_id],
    },
  ]);
}

/** The documents that are left after that. */
export function withoutFollowed(
  present: PresentDocuments,
  entries: readonly ConfigEntry[],
): PresentDocuments {
  const ids = new Set<unknown>(entries.map(({ entry_id }) => entry_id));
  const isOwned = (body: string): boolean => ids.has(JSON.parse(body).config_entry_id);
  return new Map(
    [...present].map(([collection, documents]) => {
      const left = [...documents].filter(([id, body]) =>
        collection === 'config_entries' ? !ids.has(id) : !(OWNED.includes(collection) && isOwned(body)),
      );
      return [collection, new Map(left)];
    }),
  );
}

/** Writes and overwrites what is deleted with zeros, so that no token is left in a free page. */
export async function writeOver(database: Database, statements: readonly Statement[]): Promise<void> {
  await database.query('PRAGMA secure_delete = ON');
  await database.write(statements);
  await database.query('PRAGMA secure_delete = OFF');
}
