import { message } from '../core/messages.ts';
import type { Category } from '../entities/registry/categories.ts';
import type { Area, Floor, Label } from '../entities/registry/places.ts';
import type { ImportContext } from './import-plan.ts';
import { type Fields, mapOf, mapsOf, numberOf, textOf, textsOf, timesOf } from './stored-fields.ts';

/** Since this minor version the list has the order of the areas; older lists are sorted by name. */
const AREAS_IN_ORDER = 9;
const FLOORS_IN_ORDER = 3;

/** Areas, floors, labels and categories, with their IDs and their order. */
export async function importPlaces(context: ImportContext): Promise<void> {
  await importFloors(context);
  await importLabels(context);
  await importAreas(context);
  await importCategories(context);
}

async function importFloors({ stored, plan, report }: ImportContext): Promise<void> {
  const file = await stored.read('core.floor_registry');
  const floors = mapsOf(mapOf(file?.data).floors);
  if ((file?.minor ?? FLOORS_IN_ORDER) < FLOORS_IN_ORDER) floors.sort(byLevel);
  for (const floor of floors) {
    const [id, name] = [textOf(floor.floor_id), textOf(floor.name)];
    if (id === null || name === null) continue;
    plan.put('floors', id, {
      ...{ id, name, order: plan.count('floors') },
      aliases: textsOf(floor.aliases),
      icon: textOf(floor.icon),
      level: numberOf(floor.level),
      ...timesOf(floor),
    } satisfies Floor);
    report.imported('floor', name);
  }
}

async function importLabels({ stored, plan, report }: ImportContext): Promise<void> {
  for (const label of mapsOf((await stored.data('core.label_registry')).labels)) {
    const [id, name] = [textOf(label.label_id), textOf(label.name)];
    if (id === null || name === null) continue;
    plan.put('labels', id, {
      ...{ id, name, order: plan.count('labels') },
      icon: textOf(label.icon),
      color: textOf(label.color),
      description: textOf(label.description),
      ...timesOf(label),
    } satisfies Label);
    report.imported('label', name);
  }
}

async function importAreas({ stored, plan, report }: ImportContext): Promise<void> {
  const file = await stored.read('core.area_registry');
  const areas = mapsOf(mapOf(file?.data).areas);
  if ((file?.minor ?? AREAS_IN_ORDER) < AREAS_IN_ORDER) areas.sort(byName);
  for (const area of areas) {
    const [id, name, floor] = [textOf(area.id), textOf(area.name), textOf(area.floor_id)];
    if (id === null || name === null) continue;
    plan.put('areas', id, {
      ...{ id, name, order: plan.count('areas') },
      aliases: textsOf(area.aliases),
      floor_id: floor !== null && plan.has('floors', floor) ? floor : null,
      icon: textOf(area.icon),
      labels: textsOf(area.labels).filter((label) => plan.has('labels', label)),
      picture: textOf(area.picture),
      temperature_entity_id: textOf(area.temperature_entity_id),
      humidity_entity_id: textOf(area.humidity_entity_id),
      ...timesOf(area),
    } satisfies Area);
    report.imported('area', name);
    if (floor !== null && !plan.has('floors', floor))
      report.partial('area', name, message('reason_floor_missing', { id: String(floor) }));
  }
}

async function importCategories({ stored, plan, report }: ImportContext): Promise<void> {
  const scopes = mapOf((await stored.data('core.category_registry')).categories);
  for (const [scope, categories] of Object.entries(scopes)) {
    for (const category of mapsOf(categories)) {
      const [id, name] = [textOf(category.category_id), textOf(category.name)];
      if (id === null || name === null) continue;
      plan.put('categories', id, {
        ...{ category_id: id, scope, name },
        icon: textOf(category.icon),
        ...timesOf(category),
      } satisfies Category);
      report.imported('category', `${scope}: ${name}`);
    }
  }
}

function byName(a: Fields, b: Fields): number {
  const fold = (one: Fields): string => (textOf(one.name) ?? '').toLowerCase();
  return fold(a) < fold(b) ? -1 : 1;
}

function byLevel(a: Fields, b: Fields): number {
  const level = (one: Fields): number => numberOf(one.level) ?? Number.POSITIVE_INFINITY;
  return level(a) === level(b) ? byName(a, b) : level(b) - level(a);
}
