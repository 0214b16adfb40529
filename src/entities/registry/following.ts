import type { ConfigEntry } from './config-entries.ts';

/** The integration that mirrors another hub. */
export const ANOTHER_HUB = 'another_hub';

/** Whether an entry follows another hub: it mirrors all of its entities with their IDs until the migration. */
export function isFollower({ domain, data }: Pick<ConfigEntry, 'domain' | 'data'>): boolean {
  return domain === ANOTHER_HUB && data.follow === true;
}

/** Whether this hub follows another one, which then runs the automations. */
export function isFollowing(entries: { list(): Iterable<ConfigEntry> }): boolean {
  for (const entry of entries.list()) if (isFollower(entry) && entry.disabled_by === null) return true;
  return false;
}
