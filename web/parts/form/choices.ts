import { language } from '../../app/preferences.ts';
import { entityIcon } from '../../cards/entity-icon.ts';
import { type Entity, nameOf } from '../../state/entity.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { passes } from './entity-filter.ts';
import type { Choice, ChoiceSource, Chosen, EntityFilter } from './form-field.ts';

/** All items of a type, by name. */
export function choicesOf(
  home: HomeStore,
  what: Chosen,
  filters: readonly EntityFilter[] = [],
): readonly Choice[] {
  const { areas, floors, labels, devices } = home.places;
  switch (what) {
    case 'entity':
      return sorted(
        [...home.all()].filter((one) => passes(home, filters, one)).map((one) => entityChoice(home, one)),
      );
    case 'device':
      return sorted(
        [...devices.keys()]
          .filter((id) => filters.length === 0 || holdsFitting(home, id, filters))
          .flatMap((id) => deviceChoice(home, id) ?? []),
      );
    case 'area':
      return sorted(
        [...areas.values()].map(({ area_id: id, name, floor_id }) => ({
          id,
          name,
          detail: floor_id === null ? undefined : floors.get(floor_id)?.name,
        })),
      );
    case 'floor':
      return [...floors.values()].map(({ floor_id: id, name }) => ({ id, name }));
    case 'label':
      return sorted([...labels.values()].map(({ label_id: id, name }) => ({ id, name })));
  }
}

/** The entities or devices, collected when first searched. */
export function sourceOf(
  home: HomeStore,
  what: 'entity' | 'device',
  filters: readonly EntityFilter[] = [],
): ChoiceSource {
  return {
    all: () => choicesOf(home, what, filters),
    find: (id) => {
      if (what === 'device') return deviceChoice(home, id);
      const entity = home.entity(id);
      return entity === undefined ? undefined : entityChoice(home, entity);
    },
  };
}

/** Sorted by name in the app's language. */
export function sorted<T extends { readonly name: string }>(items: readonly T[]): T[] {
  const { compare } = new Intl.Collator(language(), { numeric: true });
  return [...items].sort((a, b) => compare(a.name, b.name));
}

function entityChoice(home: HomeStore, entity: Entity): Choice {
  const { entity_id: id } = entity;
  const area = home.areaOf(id)?.name;
  return {
    id,
    name: nameOf(entity),
    detail: [area, id].filter(Boolean).join(' · '),
    iconPath: entityIcon(entity),
  };
}

function deviceChoice(home: HomeStore, id: string): Choice | undefined {
  const { devices, areas } = home.places;
  const device = devices.get(id);
  if (device === undefined) return undefined;
  const { name_by_user, name, area_id, manufacturer, model } = device;
  const area = area_id === null ? undefined : areas.get(area_id)?.name;
  const made = [manufacturer, model].filter(Boolean).join(' ');
  return { id, name: name_by_user ?? name ?? id, detail: [area, made].filter(Boolean).join(' · ') };
}

function holdsFitting(home: HomeStore, deviceId: string, filters: readonly EntityFilter[]): boolean {
  for (const { entity_id, device_id } of home.places.entries.values()) {
    const entity = device_id === deviceId ? home.entity(entity_id) : undefined;
    if (entity !== undefined && passes(home, filters, entity)) return true;
  }
  return false;
}
