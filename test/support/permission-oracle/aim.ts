import type { OracleHome, Registries } from './oracle-home.ts';
import type { Sight } from './sight.ts';

export type PlaceKind = 'device' | 'area' | 'floor' | 'label';

/** The targets of a probe: hidden from the caller, readable, controllable, or nonexistent. */
export interface Aim {
  readonly name: 'hidden' | 'readable' | 'free' | 'absent';
  /** An entity of the domain, or of any if there is none; `salt` selects among several. */
  entity(domain?: string, salt?: string): string;
  /** The ID of a device, area, floor or label. */
  place(kind: PlaceKind): string;
  /** Its name. */
  nameOf(kind: PlaceKind): string;
  /** The ID of the item of a helper, scene, automation or script, such as the object ID of the entity. */
  item(domain: string): string;
  /** The UID of an item of a list or calendar. */
  uid(entityId: string): string;
  /** Belongs to the owner: a token, or a user other than the caller. */
  readonly token: string;
  readonly user: string;
}

const ULID = /\b[\dA-HJKMNP-TV-Z]{26}\b/gi;
const SHORTEST_NAME = 6;

/**
 * The aims for a caller, as far as the home has such targets. `names` contains the names of places by kind
 * and ID.
 */
export interface Aims {
  readonly hidden: Aim | undefined;
  readonly readable: Aim | undefined;
  readonly free: Aim | undefined;
  /** The counterpart of the hidden one, with the same kinds of IDs of nonexistent targets. */
  readonly absent: Aim;
  /** Makes the responses for a hidden and an absent target comparable. */
  normalize(text: string): string;
}

export function aimsFor(home: OracleHome, registries: Registries, sight: Sight): Aims {
  const ids = [
    ...registries.entities.map(({ entity_id }) => entity_id),
    ...[0, 1, 2, 3].map((index) => home.need(`group ${index}`)),
  ];
  const kinds = {
    device: registries.devices.map(({ id }) => id),
    area: registries.areas.map(({ area_id }) => area_id),
    floor: registries.areas.flatMap(({ floor_id }) => floor_id ?? []),
    label: home.quarters.map(({ label }) => label),
  };
  const aim = (name: Aim['name'], entities: readonly string[], isSeen: boolean): Aim | undefined => {
    if (entities.length === 0) return undefined;
    const choose = (list: readonly string[], salt: string): string => list[hash(salt) % list.length] ?? '';
    const placeOf = (kind: PlaceKind): string => {
      const fitting = kinds[kind].filter((id) => sight.sees({ kind, id }) === isSeen);
      return choose(fitting.length > 0 ? fitting : [`absent_${kind}`], kind);
    };
    const chosen = {
      ...{ device: placeOf('device'), area: placeOf('area') },
      ...{ floor: placeOf('floor'), label: placeOf('label') },
    };
    const place = (kind: PlaceKind): string => chosen[kind];
    return {
      name,
      entity: (domain = '', salt = '') => {
        const fitting = entities.filter((id) => id.startsWith(`${domain}.`));
        return choose(fitting.length > 0 ? fitting : entities, salt);
      },
      place,
      nameOf: (kind) => home.names.get(`${kind} ${place(kind)}`) ?? `absent_${kind}`,
      item: (domain) => {
        const entity = choose(
          entities.filter((id) => id.startsWith(`${domain}.`)),
          '',
        );
        return home.items.get(entity) ?? `absent_${domain}`;
      },
      uid: (entityId) => home.made.get(`item of ${entityId}`) ?? 'absent_item',
      token: home.need('token of the owner'),
      user: home.need('stranger'),
    };
  };
  const may = (action: 'read' | 'control', id: string): boolean => sight.may(action, id);
  const hiddenIds = ids.filter((id) => !may('read', id));
  const replaced = new Map<string, string>();
  // Each has its own counterpart, in the same order, so that lists of several remain comparable.
  for (const [index, id] of [...hiddenIds].sort().entries())
    replaced.set(id, `${id.split('.')[0]}.absent_${String(index).padStart(4, '0')}`);
  let names: ((text: string) => string) | undefined;
  const absent: Aim = {
    name: 'absent',
    entity: (domain, salt) => {
      const counterpart = hidden?.entity(domain, salt) ?? `${domain ?? 'light'}.absent_entity`;
      return replaced.get(counterpart) ?? counterpart;
    },
    place: (kind) => `absent_${kind}`,
    nameOf: (kind) => `absent_${kind}`,
    item: (domain) => `absent_${domain}`,
    uid: () => 'absent_item',
    token: 'absent_token',
    user: 'absent_user',
  };
  const hidden = aim('hidden', hiddenIds, false);
  const readableIds = ids.filter((id) => may('read', id) && !may('control', id));
  return {
    hidden,
    readable: aim('readable', readableIds, true),
    free: aim(
      'free',
      ids.filter((id) => may('control', id)),
      true,
    ),
    absent,
    normalize,
  };

  function* replacements(): Iterable<readonly [from: string, to: string]> {
    for (const [id, other] of replaced) {
      const [domain = ''] = id.split('.');
      yield [id, other];
      yield [id.slice(domain.length + 1), other.slice(domain.length + 1)];
      yield [home.items.get(id) ?? '', `absent_${domain}`];
      yield [home.made.get(`item of ${id}`) ?? '', 'absent_item'];
    }
    if (hidden === undefined) return;
    for (const kind of ['device', 'area', 'floor', 'label'] as const) {
      yield [hidden.nameOf(kind), `absent_${kind}`];
      yield [hidden.place(kind), `absent_${kind}`];
    }
    yield [hidden.token, absent.token];
    yield [hidden.user, absent.user];
  }

  function normalize(text: string): string {
    names ??= replacer(replacements());
    return names(text.replace(ULID, 'ULID'))
      .replace(/\bcolumn \d+/g, 'column')
      .replace(/"id":\d+/g, '"id":0')
      .replace(/\d{4}-\d\d-\d\d[T ][\d:.]+(?:\+00:00|Z)?/g, 'TIME')
      .replace(/\b1\d{9}(?:\d{3})?(?:\.\d+)?\b/g, 'POINT');
  }
}

/** Replaces all names in one pass, in any case; of duplicate names, the first counts. */
function replacer(pairs: Iterable<readonly [from: string, to: string]>): (text: string) => string {
  const table = new Map<string, string>();
  for (const [from, to] of pairs)
    if (from.length >= SHORTEST_NAME && !table.has(from.toLowerCase())) table.set(from.toLowerCase(), to);
  const names = [...table.keys()]
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replace(/[^\w ]/g, '\\$&'));
  if (names.length === 0) return (text) => text;
  const pattern = new RegExp(names.join('|'), 'gi');
  return (text) => text.replace(pattern, (name) => table.get(name.toLowerCase()) ?? name);
}

/** A stable hash of a text (FNV-1a). */
export function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (const char of text) sum = Math.imul(sum ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return sum;
}
