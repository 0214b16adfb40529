import { language } from '../../app/preferences.ts';
import type { House } from '../../state/house.ts';
import type { Choice, Chosen } from './form-field.ts';

/** All of a kind there is in the house, by name. */
export function choicesOf(house: House, what: Chosen, domains?: readonly string[]): readonly Choice[] {
  const { areas, floors, labels, devices } = house.places;
  switch (what) {
    case 'entity':
      return sorted(
        [...house.all()]
          .filter(({ domain }) => domains === undefined || domains.length === 0 || domains.includes(domain))
          .map(({ entity_id: id, attributes }) => ({ id, name: nameIn(attributes.friendly_name, id) })),
      );
    case 'device':
      return sorted(
        [...devices.values()].map((one) => ({
          id: one.id,
          name: nameIn(one.name_by_user ?? one.name, one.id),
        })),
      );
    case 'area':
      return sorted([...areas.values()].map(({ area_id: id, name }) => ({ id, name })));
    case 'floor':
      return [...floors.values()].map(({ floor_id: id, name }) => ({ id, name }));
    case 'label':
      return sorted([...labels.values()].map(({ label_id: id, name }) => ({ id, name })));
  }
}

/** By name, in the order of the app's language. */
export function sorted<T extends { readonly name: string }>(items: readonly T[]): T[] {
  const { compare } = new Intl.Collator(language(), { numeric: true });
  return [...items].sort((a, b) => compare(a.name, b.name));
}

function nameIn(value: unknown, id: string): string {
  return typeof value === 'string' && value !== '' ? value : id;
}
