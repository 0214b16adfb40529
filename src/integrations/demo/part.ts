import { type Clock, every, type Undo } from '../../core/clock.ts';
import type { Part } from '../../core/lifecycle.ts';
import type { Driver } from '../../entities/entity/driver.ts';
import type { Entity } from '../../entities/entity/entity.ts';
import type { DeviceDescription } from '../../entities/registry/device-registry.ts';
import type { EntityDescription, EntityPort } from '../entity-port.ts';
import { DEMO } from './demo.ts';
import { CoverDriver, instantDriver, silentDriver } from './drivers.ts';
import { flat } from './flat.ts';
import { type Random, seededRandom } from './random.ts';
import type {
  SimulatedContact,
  SimulatedDevice,
  SimulatedEntity,
  SimulatedSensor,
  World,
} from './simulated-device.ts';

/** What the simulated home needs. */
export interface SimulatorParts {
  readonly entities: EntityPort;
  readonly clock: Clock;
  /** The hour of the home's day, 0 up to 24. */
  readonly hourOfDay: (at: number) => number;
  readonly place: World['place'];
  /** The same seed and the same times produce the same home. */
  readonly seed?: number;
}

const READING_INTERVAL = 30_000;
const MINUTE = 60_000;

/** An apartment with devices that behave: what `--demo` adds. */
export class Simulator implements Part {
  readonly name = 'simulator';
  private readonly parts: SimulatorParts;
  private readonly random: Random;
  private readonly undos: Undo[] = [];
  private readonly running: Entity[] = [];
  private readonly players: World['players'] = new Set();

  constructor(parts: SimulatorParts) {
    this.parts = parts;
    this.random = seededRandom(parts.seed ?? 1);
  }

  start(): void {
    const byUniqueId = new Map<string, Entity>();
    const isOn = (uniqueId: string): boolean => byUniqueId.get(uniqueId)?.values.on === true;
    for (const device of flat(isOn)) {
      for (const simulated of device.entities) {
        const uniqueId = `${device.id}_${simulated.key}`;
        const entity = this.parts.entities.add(
          this.describe(device, simulated, uniqueId),
          this.driverOf(simulated, uniqueId),
        );
        byUniqueId.set(uniqueId, entity);
        this.running.push(entity);
        if (simulated.kind === 'sensor') this.read(entity, simulated);
        if (simulated.kind === 'binary_sensor') this.trip(entity, simulated);
      }
    }
  }

  stop(): void {
    for (const undo of this.undos.splice(0)) undo();
    for (const entity of this.running.splice(0)) this.parts.entities.remove(entity);
  }

  private describe(device: SimulatedDevice, simulated: SimulatedEntity, uniqueId: string): EntityDescription {
    return {
      domain: simulated.kind === 'thing' ? simulated.domain : simulated.kind,
      platform: DEMO,
      uniqueId,
      name: simulated.name,
      device: deviceOf(device),
      remembersValues: simulated.kind !== 'binary_sensor',
      ...(simulated.deviceClass === undefined ? {} : { deviceClass: simulated.deviceClass }),
      ...(simulated.icon === undefined ? {} : { icon: simulated.icon }),
      ...(simulated.entityCategory === undefined ? {} : { entityCategory: simulated.entityCategory }),
      ...makeUp(simulated),
    };
  }

  private driverOf(simulated: SimulatedEntity, uniqueId: string): Driver {
    switch (simulated.kind) {
      case 'light':
      case 'switch':
        return instantDriver;
      case 'cover':
        return new CoverDriver(this.parts.clock, simulated.travel);
      case 'thing':
        return simulated.behave?.(this.worldOf(uniqueId)) ?? instantDriver;
      default:
        return silentDriver;
    }
  }

  private worldOf(uniqueId: string): World {
    const { clock, hourOfDay, place, seed = 1 } = this.parts;
    let mixed = seed;
    for (const letter of uniqueId) mixed = (Math.imul(mixed, 31) + letter.charCodeAt(0)) | 0;
    return { clock, hourOfDay, place, players: this.players, random: seededRandom(mixed) };
  }

  /** Updates a reading periodically. Sensors are staggered, so that they do not all report at once. */
  private read(entity: Entity, { model, start }: SimulatedSensor): void {
    const { clock, hourOfDay } = this.parts;
    let before = typeof entity.values.value === 'number' ? entity.values.value : start;
    let last = clock.now();
    const reading = (): void => {
      const now = clock.now();
      before = model(before, {
        hour: hourOfDay(now),
        elapsed: (now - last) / (60 * MINUTE),
        random: this.random,
      });
      last = now;
      entity.report({ value: before });
    };
    const first = clock.after(this.random() * READING_INTERVAL, () => {
      reading();
      this.undos.push(every(clock, READING_INTERVAL, reading));
    });
    this.undos.push(first);
  }

  /** Turns a contact on at random, `perHour` times on average, and off after its time. */
  private trip(entity: Entity, { perHour, seconds }: SimulatedContact): void {
    const { clock } = this.parts;
    let cancel: Undo = () => {};
    this.undos.push(() => cancel());
    const next = (): void => {
      const minutes = -Math.log(1 - this.random()) * (60 / perHour);
      cancel = clock.after(minutes * MINUTE, () => {
        entity.report({ on: true });
        cancel = clock.after(seconds * 1000 * (0.5 + this.random()), () => {
          entity.report({ on: false });
          next();
        });
      });
    };
    next();
  }
}

function deviceOf(device: SimulatedDevice): DeviceDescription {
  return {
    identifiers: [[DEMO, device.id]],
    name: device.name,
    manufacturer: device.manufacturer,
    model: device.model,
  };
}

/** An entity's features and first values, in the terms of its domain. */
function makeUp(
  simulated: SimulatedEntity,
): Pick<EntityDescription, 'features' | 'capabilities' | 'values' | 'unit' | 'options'> {
  switch (simulated.kind) {
    case 'light':
      return {
        features: [...(simulated.features ?? []), ...(simulated.effects === undefined ? [] : ['effect'])],
        capabilities: {
          supported_color_modes: simulated.modes,
          ...(simulated.modes.includes('color_temp')
            ? { min_color_temp_kelvin: 2000, max_color_temp_kelvin: 6535 }
            : {}),
          ...(simulated.effects === undefined ? {} : { effect_list: simulated.effects }),
        },
        values: simulated.values,
      };
    case 'switch':
      return { values: { on: simulated.on } };
    case 'sensor':
      return {
        capabilities: simulated.stateClass === undefined ? {} : { state_class: simulated.stateClass },
        values: { value: simulated.start },
        ...(simulated.unit === undefined ? {} : { unit: simulated.unit }),
      };
    case 'binary_sensor':
      return { values: { on: false } };
    case 'cover':
      return { features: simulated.features, values: simulated.values };
    case 'thing':
      return {
        features: simulated.features ?? [],
        capabilities: simulated.capabilities ?? {},
        values: simulated.values,
        ...(simulated.unit === undefined ? {} : { unit: simulated.unit }),
        ...(simulated.options === undefined ? {} : { options: { [simulated.domain]: simulated.options } }),
      };
  }
}
