import { z } from 'zod';
import type { Log } from '../../core/log.ts';
import type { HomeModel } from '../../entities/home/home-model.ts';
import type { HomeItems } from '../home-items.ts';
import { furnishing } from './apartment.ts';
import { DEMO } from './demo.ts';

/** `scenes.yaml` of the demo home. */
const SCENES = furnishing.scenes.map((line) => `${line}\n`).join('');

/** What furnishing created, so that all of it can be removed again. */
export const Furniture = z.object({
  floors: z.array(z.string()),
  labels: z.array(z.string()),
  areas: z.array(z.string()),
  /** Helpers and people: the collection and the id in it. */
  items: z.array(z.tuple([z.string(), z.string()])),
});
export type Furniture = Readonly<z.infer<typeof Furniture>>;

/** What furnishing the demo home needs. */
export interface FurnishParts extends HomeItems {
  readonly home: Pick<HomeModel, 'places' | 'devices' | 'registry'>;
  readonly log: Log;
}

/** Assigns areas to the simulated devices, creates helpers, persons and scenes; returns what it created. */
export async function furnish(parts: FurnishParts): Promise<Furniture> {
  const made = { floors: [], labels: [], areas: [], items: [] } satisfies Furniture as Furniture;
  const make = async (collection: string, fields: Readonly<Record<string, unknown>>): Promise<void> => {
    made.items.push([collection, await parts.create(collection, fields)]);
  };
  // A home that has a room of the name already is furnished with the rest.
  await doEach(parts, 'could not be added', [
    () => placeDevices(parts, made),
    ...furnishing.helpers.map(
      ({ collection, fields }) =>
        () =>
          make(collection, fields),
    ),
    ...furnishing.people.map(
      ({ name, device }) =>
        () =>
          make('person', { name, device_trackers: trackersOf(parts, device) }),
    ),
    () => parts.writeScenes(SCENES),
  ]);
  return made;
}

/** Removes what furnishing created, after the devices are removed; areas only if nothing else uses them. */
export async function unfurnish(
  parts: FurnishParts,
  { floors, labels, areas, items }: Furniture,
): Promise<void> {
  const { places, devices, registry } = parts.home;
  const isUsed = (has: (one: { area_id: string | null; labels: readonly string[] }) => boolean): boolean =>
    [...devices.list()].some(has) || [...registry.list()].some(has);
  const emptyAreas = areas.filter((id) => places.areas.has(id) && !isUsed((one) => one.area_id === id));
  await doEach(parts, 'could not be removed', [
    ...items.map(
      ([collection, id]) =>
        () =>
          parts.remove(collection, id),
    ),
    () => parts.removeScenes(SCENES),
    ...emptyAreas.map((id) => () => places.areas.delete(id)),
  ]);
  const emptyFloors = floors.filter(
    (id) => places.floors.has(id) && !places.areas.list().some(({ floor_id }) => floor_id === id),
  );
  const bareLabels = labels.filter(
    (id) => places.labels.has(id) && !isUsed((one) => one.labels.includes(id)),
  );
  await doEach(parts, 'could not be removed', [
    ...emptyFloors.map((id) => () => places.floors.delete(id)),
    ...bareLabels.map((id) => () => places.labels.delete(id)),
  ]);
}

async function doEach(
  { log }: FurnishParts,
  what: string,
  work: readonly (() => Promise<void>)[],
): Promise<void> {
  for (const one of work)
    await one().catch((error: unknown) => log.warn(`Part of the demo home ${what}`, { error }));
}

async function placeDevices({ home }: FurnishParts, made: Furniture): Promise<void> {
  const { places, devices } = home;
  const floors = new Map<string, string>();
  for (const floor of furnishing.floors) {
    const { id } = await places.floors.create(floor);
    made.floors.push(id);
    floors.set(floor.name, id);
  }
  const labelsOf = new Map<string, string[]>();
  for (const { devices: carriers, ...label } of furnishing.labels) {
    const { id } = await places.labels.create(label);
    made.labels.push(id);
    for (const device of carriers) labelsOf.set(device, [...(labelsOf.get(device) ?? []), id]);
  }
  for (const { name, floor, icon, devices: keys } of furnishing.rooms) {
    const area = await places.areas.create({ name, icon, floor_id: floors.get(floor) ?? null });
    made.areas.push(area.id);
    await Promise.all(
      keys.map(async (key) => {
        const device = devices.byIdentifier([DEMO, key]);
        const changes = { area_id: area.id, labels: labelsOf.get(key) ?? [] };
        if (device !== undefined) await devices.update(device.id, changes);
      }),
    );
  }
}

function trackersOf({ home: { devices, registry } }: FurnishParts, key: string): string[] {
  const device = devices.byIdentifier([DEMO, key]);
  const entries = device === undefined ? [] : registry.ofDevice(device.id);
  return entries.map(({ entity_id: id }) => id).filter((id) => id.startsWith('device_tracker.'));
}
