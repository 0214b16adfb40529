import { z } from 'zod';
import type { EntityId } from '../../core/entity-id.ts';
import { fault } from '../../core/errors.ts';
import { ignoreLogged } from '../../core/ignore-logged.ts';
import { message } from '../../core/messages.ts';
import type { StateMachine } from '../../core/state-machine.ts';
import type { Collection } from '../../storage/documents.ts';
import { type NamedItem, NamedRegistry, type NamedRegistryParts } from './named-registry.ts';
import type { AreaIndex } from './targets.ts';

const named = {
  id: z.string(),
  name: z.string(),
  order: z.number(),
  created_at: z.number(),
  modified_at: z.number(),
};

/** A room or other part of the home. */
export const Area = z.object({
  ...named,
  aliases: z.array(z.string()),
  floor_id: z.string().nullable(),
  icon: z.string().nullable(),
  labels: z.array(z.string()),
  picture: z.string().nullable(),
  temperature_entity_id: z.string().nullable(),
  humidity_entity_id: z.string().nullable(),
});
export type Area = Readonly<z.infer<typeof Area>>;

/** A storey; `level` is 0 for the ground floor. */
export const Floor = z.object({
  ...named,
  aliases: z.array(z.string()),
  icon: z.string().nullable(),
  level: z.number().nullable(),
});
export type Floor = Readonly<z.infer<typeof Floor>>;

/** A tag on areas, devices and entities. */
export const Label = z.object({
  ...named,
  icon: z.string().nullable(),
  color: z.string().nullable(),
  description: z.string().nullable(),
});
export type Label = Readonly<z.infer<typeof Label>>;

/** The sensors an area may reference, by what they measure. */
const READINGS = [
  ['temperature_entity_id', 'temperature', 'sensor_kind_temperature'],
  ['humidity_entity_id', 'humidity', 'sensor_kind_humidity'],
] as const;

/** The collections of areas, floors and labels. */
export interface PlaceStores {
  readonly areas: Collection<Area>;
  readonly floors: Collection<Floor>;
  readonly labels: Collection<Label>;
}

/** Areas, floors and labels, and their relations. */
export interface Places extends AreaIndex {
  readonly areas: NamedRegistry<Area>;
  readonly floors: NamedRegistry<Floor>;
  readonly labels: NamedRegistry<Label>;
}

/** Creates and connects the three registries: deleting a floor or label removes it from its areas. */
export function makePlaces(stores: PlaceStores, parts: NamedRegistryParts): Places {
  const labels = new NamedRegistry<Label>(
    { kind: 'label', blank: { icon: null, color: null, description: null }, tidy: (fields) => fields },
    stores.labels,
    parts,
  );
  const floors = new NamedRegistry<Floor>(
    { kind: 'floor', blank: { aliases: [], icon: null, level: null }, tidy: tidyAliases },
    stores.floors,
    parts,
  );
  const areas = new NamedRegistry<Area>(
    {
      kind: 'area',
      blank: {
        aliases: [],
        floor_id: null,
        icon: null,
        labels: [],
        picture: null,
        temperature_entity_id: null,
        humidity_entity_id: null,
      },
      tidy: (fields) => {
        const { floor_id: floor, labels: requested } = fields;
        if (typeof floor === 'string' && !floors.has(floor))
          throw fault('invalid_info', 'floor_id_doesnt_exist', { floor });
        const known =
          requested === undefined ? {} : { labels: unique(requested).filter((id) => labels.has(id)) };
        return { ...tidyAliases(fields), ...known, ...tidyReadings(fields) };
      },
    },
    stores.areas,
    parts,
  );
  const letGo = (matches: (area: Area) => boolean, change: (area: Area) => Partial<Area>): void => {
    for (const area of areas.list())
      if (matches(area)) areas.update(area.id, change(area)).catch(ignoreLogged);
  };
  floors.onGone((id) =>
    letGo(
      (area) => area.floor_id === id,
      () => ({ floor_id: null }),
    ),
  );
  labels.onGone((id) =>
    letGo(
      (area) => area.labels.includes(id),
      (area) => ({ labels: area.labels.filter((label) => label !== id) }),
    ),
  );
  return {
    areas,
    floors,
    labels,
    areasOfFloor: (floorId) => idsOf(areas.list().filter((area) => area.floor_id === floorId)),
    areasWithLabel: (labelId) => idsOf(areas.list().filter((area) => area.labels.includes(labelId))),
  };
}

/** Throws `invalid_info` if a sensor of an area is missing or measures something else. */
export function requireReadings(fields: Partial<Area>, states: Pick<StateMachine, 'get'>): void {
  for (const [key, kind, kindText] of READINGS) {
    const requested = fields[key];
    if (typeof requested !== 'string') continue;
    const id = requested.toLowerCase();
    const state = states.get(id);
    if (state === undefined)
      throw fault('invalid_info', 'entity_does_not_exist', { name: requested.slice(0, 255) });
    if (!id.startsWith('sensor.') || state.attributes.device_class !== kind)
      throw fault('invalid_info', 'entity_is_not_sensor', {
        name: requested,
        kind: message(kindText),
      });
  }
}

/** Updates a sensor's entity ID in the areas that reference it. */
export function renameReadings({ areas }: Places, old: EntityId, now: EntityId): void {
  for (const area of areas.list())
    for (const [key] of READINGS)
      if (area[key] === old) areas.update(area.id, { [key]: now }).catch(ignoreLogged);
}

function tidyReadings(fields: Partial<Area>): Partial<Area> {
  const named = READINGS.filter(([key]) => typeof fields[key] === 'string');
  return Object.fromEntries(named.map(([key]) => [key, fields[key]?.toLowerCase()]));
}

function tidyAliases<T extends Partial<NamedItem> & { readonly aliases?: readonly string[] }>(fields: T): T {
  if (fields.aliases === undefined) return fields;
  return {
    ...fields,
    aliases: unique(fields.aliases.map((alias) => alias.trim()).filter((alias) => alias !== '')),
  };
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}

function idsOf(items: readonly NamedItem[]): string[] {
  return items.map(({ id }) => id);
}
