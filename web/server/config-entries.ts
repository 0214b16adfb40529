import type { Connection } from 'home-assistant-js-websocket';
import { language } from '../app/preferences.ts';
import { request } from './rest.ts';

/** A config entry as `config_entries/get` answers it. */
export interface ConfigEntry {
  readonly entry_id: string;
  readonly domain: string;
  readonly title: string;
  readonly state: string;
  readonly reason: string | null;
  readonly disabled_by: string | null;
  readonly source: string;
  readonly supports_options: boolean;
  readonly supports_reconfigure: boolean;
}

/** A type of device or service that can be added. */
export interface IntegrationType {
  readonly domain: string;
  readonly name: string;
}

const ENTRY = '/api/config/config_entries/entry';

/** The entries of devices and services. */
export const listEntries = (connection: Connection): Promise<ConfigEntry[]> =>
  connection.sendMessagePromise({ type: 'config_entries/get', type_filter: ['hub', 'device', 'service'] });

/** The helpers that flows made. */
export const listHelperEntries = (connection: Connection): Promise<ConfigEntry[]> =>
  connection.sendMessagePromise({ type: 'config_entries/get', type_filter: ['helper'] });

/** The types that can be added by a form, by name. */
export async function integrationTypes(connection: Connection): Promise<IntegrationType[]> {
  const { core } = await connection.sendMessagePromise<{
    readonly core: {
      readonly integration: Readonly<
        Record<string, { readonly name: string; readonly config_flow: boolean }>
      >;
    };
  }>({ type: 'integration/descriptions' });
  const { compare } = new Intl.Collator(language(), { numeric: true });
  return Object.entries(core.integration)
    .flatMap(([domain, { name, config_flow }]) => (config_flow ? [{ domain, name }] : []))
    .sort((a, b) => compare(a.name, b.name));
}

export const reloadEntry = (connection: Connection, entryId: string): Promise<unknown> =>
  request(connection, 'POST', `${ENTRY}/${entryId}/reload`);

/** Removes an entry with its devices and entities. */
export const removeEntry = (connection: Connection, entryId: string): Promise<unknown> =>
  request(connection, 'DELETE', `${ENTRY}/${entryId}`);

export const disableEntry = (
  connection: Connection,
  entryId: string,
  isDisabled: boolean,
): Promise<unknown> =>
  connection.sendMessagePromise({
    ...{ type: 'config_entries/disable', entry_id: entryId, disabled_by: isDisabled ? 'user' : null },
  });

/** What the process of an entry's integration wrote last. */
export const readEntryLog = (
  connection: Connection,
  entryId: string,
): Promise<{ readonly lines: readonly string[] }> =>
  connection.sendMessagePromise({ type: 'hearth/integrations/log', entry_id: entryId });

/** A device as the registry lists it. */
export interface EntryDevice {
  readonly id: string;
  readonly name: string | null;
  readonly name_by_user: string | null;
  readonly area_id: string | null;
  readonly manufacturer: string | null;
  readonly model: string | null;
  readonly config_entries: readonly string[];
}

export async function devicesOf(connection: Connection, entryId: string): Promise<EntryDevice[]> {
  const all = await connection.sendMessagePromise<EntryDevice[]>({ type: 'config/device_registry/list' });
  return all.filter(({ config_entries: ids }) => ids.includes(entryId));
}

export const placeDevice = (
  connection: Connection,
  deviceId: string,
  changes: { readonly area_id: string | null; readonly name_by_user?: string },
): Promise<unknown> =>
  connection.sendMessagePromise({ type: 'config/device_registry/update', device_id: deviceId, ...changes });
