import type { Dependent } from '../changes/restorable.ts';
import type { HomeModel } from '../entities/home/home-model.ts';

type Home = Pick<HomeModel, 'places' | 'devices' | 'registry'>;
type Fields = Readonly<Record<string, unknown>>;

/** A document that goes with another one. */
export function goesToo(name: string, id: string): Dependent {
  return { name, id, without: () => null };
}

/** The registry entry of an entity, which goes with what it is made of. */
export function entryOf({ registry }: Home, domain: string, platform: string, uniqueId: string): Dependent[] {
  const entry = registry.find(domain, platform, uniqueId);
  return entry === undefined ? [] : [goesToo('entities', entry.id)];
}

/** The areas on a floor. */
export function onFloor({ places }: Home, floor: string): Dependent[] {
  return places
    .areasOfFloor(floor)
    .map((id) => ({ name: 'areas', id, without: clearing('floor_id', floor) }));
}

/** The devices and entities in an area. */
export function inArea({ devices, registry }: Home, area: string): Dependent[] {
  const isInside = ({ area_id }: { readonly area_id: string | null }): boolean => area_id === area;
  const without = clearing('area_id', area);
  return [
    ...idsOf(devices.list(), isInside).map((id) => ({ name: 'devices', id, without })),
    ...idsOf(registry.list(), isInside).map((id) => ({ name: 'entities', id, without })),
  ];
}

/** The areas, devices and entities with a label. */
export function labeled({ places, devices, registry }: Home, label: string): Dependent[] {
  const isLabeled = ({ labels }: { readonly labels: readonly string[] }): boolean => labels.includes(label);
  const without = ({ ...value }: Fields): Fields => ({
    ...value,
    labels: Array.isArray(value.labels) ? value.labels.filter((one) => one !== label) : value.labels,
  });
  return [
    ...places.areasWithLabel(label).map((id) => ({ name: 'areas', id, without })),
    ...idsOf(devices.list(), isLabeled).map((id) => ({ name: 'devices', id, without })),
    ...idsOf(registry.list(), isLabeled).map((id) => ({ name: 'entities', id, without })),
  ];
}

/** The entities in a category of a scope. */
export function inCategory({ registry }: Home, scope: string, category: string): Dependent[] {
  const isInside = ({ categories }: { readonly categories: Readonly<Record<string, string>> }): boolean =>
    categories[scope] === category;
  const without = (value: Fields): Fields => {
    const categories = Object.entries((value.categories ?? {}) as Fields);
    return {
      ...value,
      categories: Object.fromEntries(categories.filter(([key, id]) => key !== scope || id !== category)),
    };
  };
  return idsOf(registry.list(), isInside).map((id) => ({ name: 'entities', id, without }));
}

function clearing(field: string, id: string): Dependent['without'] {
  return (value) => (value[field] === id ? { ...value, [field]: null } : value);
}

function idsOf<T extends { readonly id: string }>(all: Iterable<T>, matches: (one: T) => boolean): string[] {
  return [...all].filter(matches).map(({ id }) => id);
}
