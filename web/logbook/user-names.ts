import { listUsers } from '../server/people.ts';
import type { HomeStore } from '../state/home-store.ts';

/** Names of users by ID: of themselves and of persons they see; administrators know all. */
export async function userNames(home: HomeStore): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const { domain, attributes } of home.all()) {
    const { user_id: id, friendly_name: name } = attributes;
    if (domain === 'person' && typeof id === 'string' && typeof name === 'string') names.set(id, name);
  }
  names.set(home.user.id, home.user.name);
  if (!home.user.is_admin) return names;
  try {
    for (const { id, name } of await listUsers(home.connection)) if (!names.has(id)) names.set(id, name);
  } catch {
    // Their sentences name no user.
  }
  return names;
}
