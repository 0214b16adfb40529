import type { HomeStore } from '../../state/home-store.ts';

/** A registry entry of an entity. */
export interface RegistryEntry {
  readonly id: string;
  readonly entity_id: string;
  readonly platform: string;
  readonly device_id: string | null;
  readonly area_id: string | null;
  readonly name: string | null;
  readonly original_name: string | null;
  readonly icon: string | null;
  readonly labels: readonly string[];
  readonly categories: Readonly<Record<string, string>>;
  readonly hidden_by: string | null;
  readonly disabled_by: string | null;
  readonly entity_category: string | null;
}

/** A registry entry of a device. */
export interface RegistryDevice {
  readonly id: string;
  readonly area_id: string | null;
  readonly name: string | null;
  readonly name_by_user: string | null;
  readonly manufacturer: string | null;
  readonly model: string | null;
  readonly sw_version: string | null;
  readonly hw_version: string | null;
  readonly serial_number: string | null;
  readonly labels: readonly string[];
  readonly disabled_by: string | null;
  readonly configuration_url: string | null;
  readonly identifiers: readonly (readonly string[])[];
  readonly via_device_id: string | null;
}

/** All entries, sorted by displayed name. */
export async function readEntries(home: HomeStore): Promise<readonly RegistryEntry[]> {
  const entries = await home.connection.sendMessagePromise<RegistryEntry[]>({
    type: 'config/entity_registry/list',
  });
  const { compare } = new Intl.Collator('en', { numeric: true });
  return entries.sort((a, b) => compare(a.entity_id, b.entity_id));
}

/** A device with all registry data. */
export function wholeDevice(home: HomeStore, id: string): RegistryDevice | undefined {
  return home.places.devices.get(id) as RegistryDevice | undefined;
}

export function nameOfDevice({
  id,
  name,
  name_by_user,
}: Pick<RegistryDevice, 'id' | 'name' | 'name_by_user'>): string {
  return name_by_user ?? name ?? id;
}

/** The displayed name of an entity; for a disabled one, the name it would have. */
export function nameOfEntry(home: HomeStore, entry: RegistryEntry): string {
  const shown = home.entity(entry.entity_id)?.attributes.friendly_name;
  if (typeof shown === 'string' && shown !== '') return shown;
  const device = entry.device_id === null ? undefined : home.places.devices.get(entry.device_id);
  const own = entry.name ?? entry.original_name;
  const parts = [device === undefined ? undefined : nameOfDevice(device), own];
  return parts.filter((part) => part != null && part !== '').join(' ') || entry.entity_id;
}

/** The area of an entry, its own or its device's. */
export function areaOfEntry(home: HomeStore, entry: RegistryEntry): string | undefined {
  const device = entry.device_id === null ? undefined : home.places.devices.get(entry.device_id);
  const id = entry.area_id ?? device?.area_id;
  return id == null ? undefined : home.places.areas.get(id)?.name;
}

export function labelOfEntry(home: HomeStore, id: string): string {
  return home.places.labels.get(id)?.name ?? id;
}

/** The labels of an entity and of its device. */
export function labelsOfEntry(home: HomeStore, { labels, device_id }: RegistryEntry): readonly string[] {
  const device = device_id === null ? undefined : wholeDevice(home, device_id);
  return [...labels, ...(device?.labels ?? [])];
}

/** Changes an entity's registry entry. */
export function updateEntry(home: HomeStore, entityId: string, changes: object): Promise<unknown> {
  return home.connection.sendMessagePromise({
    type: 'config/entity_registry/update',
    entity_id: entityId,
    ...changes,
  });
}
