import { Readable } from 'node:stream';
import { ulid } from '../../core/context.ts';
import { message } from '../../core/messages.ts';
import { seconds } from '../../core/state.ts';
import type { ConfigEntry } from '../../entities/registry/config-entries.ts';
import type { DeviceEntry } from '../../entities/registry/device-registry.ts';
import type { EntityEntry } from '../../entities/registry/entity-registry.ts';
import { ANOTHER_HUB } from '../../entities/registry/following.ts';
import type { DataFolder } from '../../storage/data-folder.ts';
import { endingOf, followersIn, writeOver } from '../followed.ts';
import { type PresentDocuments, presentDocuments, refuseNameClashes } from '../present-home.ts';
import { type WriteResult, writeHome } from '../write-home.ts';
import type { RunningHome } from './read-running-home.ts';

/** What following is begun with. */
export interface FollowSettings {
  readonly url: string;
  readonly token: string;
  /** Whether commands are sent to the other hub. */
  readonly calls: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** How following began. */
export interface Followed extends WriteResult {
  /** How many automations of this home were on and are off now. */
  readonly turnedOff: number;
}

const SAVE = `INSERT INTO documents (collection, id, body) VALUES ('config_entries', ?, ?)
  ON CONFLICT (collection, id) DO UPDATE SET body = excluded.body`;
const ARE_ON = `FROM last_states WHERE entity_id LIKE 'automation.%' AND json_extract(entity_values, '$.enabled') = 1`;
const TURN_OFF = `UPDATE last_states SET entity_values = json_set(entity_values, '$.enabled', json('false'))
  WHERE entity_id LIKE 'automation.%' AND json_extract(entity_values, '$.enabled') = 1`;

/**
 * Copies the registries of a running hub, and follows it from the next start: its entities are mirrored under their
 * own IDs, and the automations of this home are off until a user turns them on. Done again, it takes the new token.
 */
export async function beginFollowing(
  home: RunningHome,
  folder: DataFolder,
  settings: FollowSettings,
): Promise<Followed> {
  const { database } = folder;
  const present = await presentDocuments(folder);
  const known = followersIn(present).find((entry) => entry.unique_id === home.id);
  const entry = entryOf(home, settings, known);
  adopt(home, entry.entry_id, present);
  if (known === undefined) home.read.plan.put('config_entries', entry.entry_id, entry);
  refuseNameClashes(home.read.plan, present);
  let turnedOff = 0;
  if (known === undefined) {
    const [row] = await database.query(`SELECT count(*) AS count ${ARE_ON}`);
    turnedOff = Number(row?.count ?? 0);
    await database.write([{ sql: TURN_OFF }]);
  } else await database.write([{ sql: SAVE, params: [entry.entry_id, sealed(entry, folder)] }]);
  const noFiles = { root: '', stream: () => Readable.from([]), text: async () => '' };
  const result = await writeHome(home.read, noFiles, folder, { keepsFollowing: true });
  return { ...result, turnedOff };
}

/** Ends following: the token, the mirrored entities and their devices are deleted. Returns the names of the hubs. */
export async function endFollowing(folder: DataFolder): Promise<string[]> {
  const entries = followersIn(await presentDocuments(folder));
  if (entries.length > 0) await writeOver(folder.database, endingOf(entries));
  return entries.map(({ title }) => title);
}

/** An entry as it is stored: without its token in plain text. */
function sealed(entry: ConfigEntry, { fields }: DataFolder): string | null {
  return fields.seal({ collection: 'config_entries', id: entry.entry_id, body: JSON.stringify(entry) });
}

function entryOf(
  { id, name }: RunningHome,
  { url, token, calls, now }: FollowSettings,
  known: ConfigEntry | undefined,
): ConfigEntry {
  const at = seconds(now);
  return {
    ...{ entry_id: known?.entry_id ?? ulid(now), domain: ANOTHER_HUB, title: name === '' ? url : name },
    ...{ created_at: known?.created_at ?? at, modified_at: at, source: 'user', unique_id: id },
    ...{ version: 1, minor_version: 1, disabled_by: null },
    data: { url, token, allow_http: true, follow: true },
    options: { ...known?.options, calls },
    ...{ pref_disable_new_entities: false, pref_disable_polling: false },
  };
}

/** What is copied belongs to the entry, and leaves with it. What is here under the same ID stays as it is. */
function adopt({ read: { plan, report } }: RunningHome, entryId: string, present: PresentDocuments): void {
  const here = new Map(
    [...(present.get('entities') ?? [])].map(([id, body]) => [
      (JSON.parse(body) as EntityEntry).entity_id,
      id,
    ]),
  );
  for (const device of [...plan.all<DeviceEntry>('devices')])
    plan.put('devices', device.id, { ...device, config_entry_id: entryId } satisfies DeviceEntry);
  for (const entity of [...plan.all<EntityEntry>('entities')]) {
    const other = here.get(entity.entity_id);
    if (other !== undefined && other !== entity.id) {
      plan.documents.get('entities')?.delete(entity.id);
      report.partial('entity', entity.entity_id, message('reason_id_taken'));
    } else plan.put('entities', entity.id, { ...entity, config_entry_id: entryId } satisfies EntityEntry);
  }
}
