import type { Part } from '../../core/lifecycle.ts';
import type { Log } from '../../core/log.ts';
import type { House } from '../../entities/house.ts';
import { DEMO } from './demo.ts';
import { FLOORS, HELPERS, LABELS, PEOPLE, ROOMS, SCENES } from './furnishing.ts';

/** What furnishing the demo home needs. */
export interface FurnishParts {
  readonly house: Pick<House, 'places' | 'devices' | 'registry'>;
  /** Makes an item of a collection such as `timer`. */
  readonly create: (collection: string, fields: Readonly<Record<string, unknown>>) => Promise<unknown>;
  /** Writes the scenes, unless there are some, and takes them up. */
  readonly writeScenes: (text: string) => Promise<void>;
  /** Whether the home was furnished before; what people then took out stays out. */
  readonly isDone: () => boolean;
  readonly setDone: () => Promise<void>;
  readonly log: Log;
}

/** Puts the simulated devices into rooms, and makes helpers, people and scenes: once in the life of a data folder. */
export class Furnishing implements Part {
  readonly name = 'furnishing';
  private readonly parts: FurnishParts;

  constructor(parts: FurnishParts) {
    this.parts = parts;
  }

  async start(): Promise<void> {
    const { create, writeScenes, isDone, setDone, log } = this.parts;
    if (isDone()) return;
    const people = PEOPLE.map(
      ({ name, device }) =>
        () =>
          this.makePerson(name, device),
    );
    const helpers = HELPERS.map(
      ([collection, fields]) =>
        () =>
          create(collection, fields),
    );
    const work = [() => this.placeDevices(), ...helpers, ...people, () => writeScenes(SCENES)];
    for (const one of work) {
      // A home that has a room of the name already is furnished with the rest.
      await one().catch((error: unknown) => log.warn('A piece of the demo home was not made', { error }));
    }
    await setDone();
  }

  stop(): void {}

  private async placeDevices(): Promise<void> {
    const { places } = this.parts.house;
    const floors = new Map<string, string>();
    for (const floor of FLOORS) floors.set(floor.name, (await places.floors.create(floor)).id);
    const labelsOf = new Map<string, string[]>();
    for (const { devices, ...label } of LABELS) {
      const { id } = await places.labels.create(label);
      for (const device of devices) labelsOf.set(device, [...(labelsOf.get(device) ?? []), id]);
    }
    for (const { name, floor, icon, devices } of ROOMS) {
      const area = await places.areas.create({ name, icon, floor_id: floors.get(floor) ?? null });
      await Promise.all(
        devices.map(async (key) => {
          const device = this.parts.house.devices.byIdentifier([DEMO, key]);
          const changes = { area_id: area.id, labels: labelsOf.get(key) ?? [] };
          if (device !== undefined) await this.parts.house.devices.update(device.id, changes);
        }),
      );
    }
  }

  private async makePerson(name: string, key: string): Promise<void> {
    const { devices, registry } = this.parts.house;
    const device = devices.byIdentifier([DEMO, key]);
    const entries = device === undefined ? [] : registry.ofDevice(device.id);
    const trackers = entries.map(({ entity_id: id }) => id).filter((id) => id.startsWith('device_tracker.'));
    await this.parts.create('person', { name, device_trackers: trackers });
  }
}
