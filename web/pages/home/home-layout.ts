import { language } from '../../app/preferences.ts';
import { domainOf, nameOf } from '../../state/entity.ts';
import type { HomeStore } from '../../state/home-store.ts';
import type { Area, Floor } from '../../state/places.ts';
import { type Arrangement, ordered } from './arrangement.ts';

/** The entities of an area: controls and sensors, by entity ID. */
export interface Room {
  /** The key of its stored order: `area:<id>`. */
  readonly key: string;
  readonly area: Area | undefined;
  readonly tiles: readonly string[];
  readonly readings: readonly string[];
}

/** The rooms of a floor; without a floor for unassigned ones. */
export interface Storey {
  readonly key: string;
  readonly floor: Floor | undefined;
  readonly rooms: readonly Room[];
}

/** The content of the start page. */
export interface HomeLayout {
  readonly people: readonly string[];
  readonly weather: string | undefined;
  readonly scenes: readonly string[];
  readonly storeys: readonly Storey[];
}

/** Domains not shown in rooms: they have another place on the page, or belong to the settings. */
const ELSEWHERE = new Set(
  'person zone sun scene script automation update device_tracker notify weather tts stt conversation wake_word tag ai_task'.split(
    ' ',
  ),
);
const READINGS = new Set(['sensor', 'binary_sensor', 'event', 'image']);
/** Domains in the order of how often they are used. */
const RANKS = new Map(
  'alarm_control_panel light climate cover switch fan media_player lock camera humidifier water_heater vacuum lawn_mower valve siren remote'
    .split(' ')
    .map((domain, i) => [domain, i]),
);

/**
 * Lays out the start page by floors and rooms, with the user's arrangement. Hidden items are only included on
 * request.
 */
export function layoutHome(home: HomeStore, arrangement: Arrangement, withHidden: boolean): HomeLayout {
  const hidden = new Set(withHidden ? [] : arrangement.hidden);
  const byRoom = new Map<string, string[]>();
  const people: string[] = [];
  const scenes: string[] = [];
  let weather: string | undefined;
  for (const { entity_id: id, domain } of home.all()) {
    const entry = home.places.entries.get(id);
    if (hidden.has(id) || entry?.isHidden || entry?.category) continue;
    if (domain === 'person') people.push(id);
    else if (domain === 'scene' || domain === 'script') scenes.push(id);
    else if (domain === 'weather') weather ??= id;
    if (ELSEWHERE.has(domain)) continue;
    const key = `area:${home.areaOf(id)?.area_id ?? ''}`;
    const ids = byRoom.get(key);
    if (ids === undefined) byRoom.set(key, [id]);
    else ids.push(id);
  }
  const names = nameOrder(home);
  return {
    people: people.sort(names),
    weather,
    scenes: ordered(scenes.sort(names), arrangement.orders.scenes),
    storeys: storeysOf(home, arrangement, { hidden, byRoom }),
  };
}

function storeysOf(
  home: HomeStore,
  arrangement: Arrangement,
  { hidden, byRoom }: { readonly hidden: ReadonlySet<string>; readonly byRoom: Map<string, string[]> },
): Storey[] {
  const { areas, floors } = home.places;
  const sorted = [...floors.values()].sort((a, b) => (b.level ?? 0) - (a.level ?? 0));
  const storeys = [...sorted, undefined].map((floor): Storey => {
    const key = `floor:${floor?.floor_id ?? ''}`;
    const keys = [...areas.values()]
      .filter(({ floor_id: id }) =>
        floor === undefined ? id === null || !floors.has(id) : id === floor.floor_id,
      )
      .map(({ area_id: id }) => `area:${id}`)
      .filter((room) => byRoom.has(room) && !hidden.has(room));
    return {
      key,
      floor,
      rooms: ordered(keys, arrangement.orders[key]).map((room) => roomOf(home, room, byRoom, arrangement)),
    };
  });
  const rest = byRoom.has('area:') && !hidden.has('area:');
  if (rest)
    storeys.push({
      key: 'floor:rest',
      floor: undefined,
      rooms: [roomOf(home, 'area:', byRoom, arrangement)],
    });
  return storeys.filter(({ rooms }) => rooms.length > 0);
}

function roomOf(
  home: HomeStore,
  key: string,
  byRoom: ReadonlyMap<string, readonly string[]>,
  { orders }: Arrangement,
): Room {
  return {
    key,
    area: home.places.areas.get(key.slice(5)),
    ...sorted(home, byRoom.get(key) ?? [], orders[key]),
  };
}

/** How early an entity comes among those of a room: controls by how often they are used, then read-only ones. */
export function rankOf(id: string): number {
  const domain = domainOf(id);
  return READINGS.has(domain) ? RANKS.size + 1 : (RANKS.get(domain) ?? RANKS.size);
}

/** The entities of a room: controls by domain and name, then read-only ones. */
export function sorted(
  home: HomeStore,
  ids: readonly string[],
  order: readonly string[] | undefined,
): Pick<Room, 'tiles' | 'readings'> {
  const names = nameOrder(home);
  const natural = [...ids].sort((a, b) => rankOf(a) - rankOf(b) || names(a, b));
  const all = ordered(natural, order);
  return {
    tiles: all.filter((id) => !READINGS.has(domainOf(id))),
    readings: all.filter((id) => READINGS.has(domainOf(id))),
  };
}

function nameOrder(home: HomeStore): (a: string, b: string) => number {
  const { compare } = new Intl.Collator(language(), { numeric: true });
  const names = new Map<string, string>();
  const name = (id: string): string => {
    const known = names.get(id);
    if (known !== undefined) return known;
    const entity = home.entity(id);
    const text = entity === undefined ? id : nameOf(entity);
    names.set(id, text);
    return text;
  };
  return (a, b) => compare(name(a), name(b));
}
