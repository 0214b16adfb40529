import type { Connection } from 'home-assistant-js-websocket';

/** An area of the home. */
export interface Area {
  readonly area_id: string;
  readonly name: string;
  readonly floor_id: string | null;
  readonly icon: string | null;
  readonly labels?: readonly string[];
  readonly temperature_entity_id: string | null;
  readonly humidity_entity_id: string | null;
}

export interface Floor {
  readonly floor_id: string;
  readonly name: string;
  readonly level: number | null;
  readonly icon: string | null;
}

export interface Label {
  readonly label_id: string;
  readonly name: string;
  readonly icon: string | null;
  readonly color: string | null;
}

export interface Device {
  readonly id: string;
  readonly area_id: string | null;
  readonly name: string | null;
  readonly name_by_user: string | null;
  readonly labels?: readonly string[];
  readonly manufacturer: string | null;
  readonly model: string | null;
}

/** The registry data of an entity. */
export interface Entry {
  readonly entity_id: string;
  readonly platform: string;
  readonly device_id: string | null;
  readonly area_id: string | null;
  readonly labels: readonly string[];
  /** The icon chosen by the user: `mdi:…`. */
  readonly icon: string | null;
  readonly category: 'config' | 'diagnostic' | null;
  readonly isHidden: boolean;
  /** The display precision, if set by the user or the device. */
  readonly precision: number | null;
}

/** An entry in the compressed format of `config/entity_registry/list_for_display`. */
interface ShortEntry {
  readonly ei: string;
  readonly pl: string;
  readonly di?: string;
  readonly ai?: string;
  readonly lb: readonly string[];
  readonly ic?: string;
  readonly ec?: number;
  readonly hb?: boolean;
  readonly dp?: number;
}

/** The registries of the home. */
export interface Places {
  readonly areas: ReadonlyMap<string, Area>;
  readonly floors: ReadonlyMap<string, Floor>;
  readonly labels: ReadonlyMap<string, Label>;
  readonly devices: ReadonlyMap<string, Device>;
  /** By entity ID. */
  readonly entries: ReadonlyMap<string, Entry>;
  /** The keys of scripts by entity ID, which may differ after a rename. Loaded shortly after the entries. */
  readonly scriptKeys: ReadonlyMap<string, string>;
}

export const NO_PLACES: Places = {
  areas: new Map(),
  floors: new Map(),
  labels: new Map(),
  devices: new Map(),
  entries: new Map(),
  scriptKeys: new Map(),
};

const LOADERS = {
  areas: (connection: Connection) =>
    list<Area>(connection, 'config/area_registry/list').then((all) => byKey(all, 'area_id')),
  floors: (connection: Connection) =>
    list<Floor>(connection, 'config/floor_registry/list').then((all) => byKey(all, 'floor_id')),
  labels: (connection: Connection) =>
    list<Label>(connection, 'config/label_registry/list').then((all) => byKey(all, 'label_id')),
  devices: (connection: Connection) =>
    list<Device>(connection, 'config/device_registry/list').then((all) => byKey(all, 'id')),
  entries: loadEntries,
};

type Listed = keyof typeof LOADERS;

/** The registry events, and what to reload then. */
const EVENTS: Readonly<Record<string, readonly Listed[]>> = {
  area_registry_updated: ['areas'],
  floor_registry_updated: ['floors'],
  label_registry_updated: ['labels'],
  device_registry_updated: ['devices', 'entries'],
  entity_registry_updated: ['entries'],
};

/**
 * Loads the registries and follows their changes; `tell` gets a new object each time. Bursts of changes are
 * loaded once. Returns a function that ends it.
 */
export function followPlaces(connection: Connection, tell: (places: Places) => void): () => void {
  let places = NO_PLACES;
  const stale = new Set<Listed>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const read = async (): Promise<void> => {
    const names = [...stale];
    stale.clear();
    const fresh = await Promise.all(names.map(async (name) => [name, await LOADERS[name](connection)]));
    places = { ...places, ...Object.fromEntries(fresh) };
    tell(places);
    if (!names.includes('entries')) return;
    const scriptKeys = await loadScriptKeys(connection, places.entries);
    if (scriptKeys.size === 0 && places.scriptKeys.size === 0) return;
    places = { ...places, scriptKeys };
    tell(places);
  };
  const ask = (names: readonly Listed[], delay: number): void => {
    for (const name of names) stale.add(name);
    clearTimeout(timer);
    // Requests on a lost connection fail and are repeated after the reconnect.
    timer = setTimeout(() => void read().catch(() => {}), delay);
  };
  const all = (): void => ask(Object.keys(LOADERS) as Listed[], 0);
  const undo = Object.entries(EVENTS).map(([event, names]) =>
    connection.subscribeEvents(() => ask(names, 250), event),
  );
  connection.addEventListener('ready', all);
  all();
  return () => {
    clearTimeout(timer);
    connection.removeEventListener('ready', all);
    for (const one of undo) void one.then((end) => end()).catch(() => {});
  };
}

async function loadScriptKeys(
  connection: Connection,
  entries: Places['entries'],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...entries.values()].flatMap((one) => (one.platform === 'script' ? [one.entity_id] : []));
  if (ids.length === 0) return new Map();
  const found = await connection.sendMessagePromise<
    Readonly<Record<string, { readonly unique_id: string } | null>>
  >({ type: 'config/entity_registry/get_entries', entity_ids: ids });
  return new Map(
    Object.entries(found).flatMap(([id, entry]) => (entry === null ? [] : [[id, entry.unique_id]])),
  );
}

async function loadEntries(connection: Connection): Promise<ReadonlyMap<string, Entry>> {
  const { entity_categories: categories, entities } = await connection.sendMessagePromise<{
    readonly entity_categories: Readonly<Record<string, Entry['category']>>;
    readonly entities: readonly ShortEntry[];
  }>({ type: 'config/entity_registry/list_for_display' });
  return new Map(
    entities.map((one) => [
      one.ei,
      {
        entity_id: one.ei,
        platform: one.pl,
        device_id: one.di ?? null,
        area_id: one.ai ?? null,
        labels: one.lb,
        icon: one.ic ?? null,
        category: one.ec === undefined ? null : (categories[one.ec] ?? null),
        isHidden: one.hb === true,
        precision: one.dp ?? null,
      },
    ]),
  );
}

function list<T>(connection: Connection, type: string): Promise<readonly T[]> {
  return connection.sendMessagePromise<readonly T[]>({ type });
}

function byKey<T>(items: readonly T[], key: keyof T): ReadonlyMap<string, T> {
  return new Map(items.map((item) => [String(item[key]), item]));
}
