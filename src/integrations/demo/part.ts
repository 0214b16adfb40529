import { type Clock, every, type Undo } from '../../core/clock.ts';
import type { Part } from '../../core/lifecycle.ts';
import type { Driver } from '../../entities/entity/driver.ts';
import type { Entity } from '../../entities/entity/entity.ts';
import type { EntityDescription, EntityPort } from '../entity-port.ts';
import { type Contact, devicesOfApartment, type SimulatedDevice, type SimulatedEntity } from './apartment.ts';
import { driverOf } from './behavior.ts';
import type { BehaviorContext } from './behavior-context.ts';
import { DEMO } from './demo.ts';
import { instantDriver, silentDriver } from './drivers.ts';
import type { Meter, MeterReadings } from './energy-flows.ts';
import { EnergyMeters, readingsOf } from './energy-meters.ts';
import { type Random, seededRandom } from './random.ts';
import { nextReading, type SensorModel } from './sensor-models.ts';

/** What the simulated home needs. */
export interface SimulatorParts {
  readonly entities: EntityPort;
  readonly clock: Clock;
  /** The hour of the home's day, 0 up to 24. */
  readonly hourOfDay: (at: number) => number;
  readonly place: BehaviorContext['place'];
  /**
   * Creates the past of the energy meters. They report nothing until it resolves with the readings to
   * continue from.
   */
  readonly meterPast?: (initial: MeterReadings, meters: ReadonlyMap<Meter, Entity>) => Promise<MeterReadings>;
  /** The end of the generated past, for meters that have shown nothing since then. */
  readonly lastReadings?: Readonly<Record<string, number>> | undefined;
  /** The same seed and the same times produce the same home. */
  readonly seed?: number;
}

const READING_INTERVAL = 30_000;
const MINUTE = 60_000;

/** The apartment with simulated devices that `--demo` adds. */
export class Simulator implements Part {
  readonly name = 'simulator';
  private readonly parts: SimulatorParts;
  private readonly random: Random;
  private readonly undos: Undo[] = [];
  /** By unique ID. */
  private readonly running = new Map<string, Entity>();
  private readonly players: BehaviorContext['players'] = new Set();
  private readonly meters = new Map<Meter, Entity>();
  /** What measures the power of plugs. */
  private readonly plugs: Entity[] = [];
  /** While the past of the meters is created. */
  private counting: Promise<void> | undefined;
  private isStopped = false;

  constructor(parts: SimulatorParts) {
    this.parts = parts;
    this.random = seededRandom(parts.seed ?? 1);
  }

  start(): void {
    const initial = new Map<Meter, unknown>();
    for (const device of devicesOfApartment()) {
      for (const simulated of device.entities) {
        const uniqueId = `${device.id}_${simulated.key ?? simulated.domain}`;
        const { meter, ...described } = simulated;
        const isWaiting = meter !== undefined && this.parts.meterPast !== undefined;
        const entity = this.parts.entities.add(
          describe(device, isWaiting ? { ...described, values: { value: null } } : described, uniqueId),
          this.driverOf(simulated, uniqueId),
        );
        this.running.set(uniqueId, entity);
        if (meter !== undefined) {
          this.meters.set(meter, entity);
          initial.set(meter, simulated.values.value);
        }
        if (simulated.model?.kind === 'drawing') this.plugs.push(entity);
        if (simulated.model !== undefined) this.read(entity, simulated.model, simulated.values.value);
        if (simulated.contact !== undefined) this.trip(entity, simulated.contact);
      }
    }
    this.count(readingsOf((meter) => Number(initial.get(meter) ?? 0)));
  }

  stop(): Promise<void> | undefined {
    this.isStopped = true;
    for (const undo of this.undos.splice(0)) undo();
    // The past has the attributes of the meters, which must not be removed before.
    if (this.counting !== undefined) return this.counting.then(() => this.removeAll());
    this.removeAll();
    return undefined;
  }

  private removeAll(): void {
    for (const entity of this.running.values()) this.parts.entities.remove(entity);
    this.running.clear();
  }

  private driverOf({ behavior, model, meter, contact }: SimulatedEntity, uniqueId: string): Driver {
    if (behavior !== undefined) return driverOf(behavior, this.contextOf(uniqueId));
    return model === undefined && meter === undefined && contact === undefined ? instantDriver : silentDriver;
  }

  /** Lets the energy meters count on from their past, or from where they were. */
  private count(initial: MeterReadings): void {
    const { clock, hourOfDay, place, meterPast, lastReadings } = this.parts;
    const begin = (readings: MeterReadings): void => {
      if (this.isStopped) return;
      const otherWatts = (): number => this.wattsOfPlugs();
      const parts = { clock, entities: this.meters, hourOfDay, place, otherWatts };
      this.undos.push(new EnergyMeters(parts).start(readings));
    };
    if (meterPast === undefined) {
      const before = { ...initial, ...lastReadings };
      begin(readingsOf((meter) => Number(this.meters.get(meter)?.values.value ?? before[meter])));
      return;
    }
    this.counting = meterPast(initial, this.meters).then((readings) => {
      this.counting = undefined;
      begin(readings);
    });
  }

  /** The power of plugs that users switch, which the house meter counts, too. */
  private wattsOfPlugs(): number {
    return this.plugs.reduce(
      (sum, { values: { value } }) => sum + (typeof value === 'number' ? value : 0),
      0,
    );
  }

  private contextOf(uniqueId: string): BehaviorContext {
    const { clock, hourOfDay, place, seed = 1 } = this.parts;
    let mixed = seed;
    for (const letter of uniqueId) mixed = (Math.imul(mixed, 31) + letter.charCodeAt(0)) | 0;
    return { clock, hourOfDay, place, players: this.players, random: seededRandom(mixed) };
  }

  /** Updates a reading periodically. Sensors are staggered, so that they do not all report at once. */
  private read(entity: Entity, model: SensorModel, start: unknown): void {
    const { clock, hourOfDay } = this.parts;
    let before = Number(entity.values.value ?? start);
    let last = clock.now();
    const reading = (): void => {
      const now = clock.now();
      before = nextReading(model, before, {
        hour: hourOfDay(now),
        elapsed: (now - last) / (60 * MINUTE),
        random: this.random,
        isOn: (uniqueId) => this.running.get(uniqueId)?.values.on === true,
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
  private trip(entity: Entity, { perHour, seconds }: Contact): void {
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

function describe(device: SimulatedDevice, simulated: SimulatedEntity, uniqueId: string): EntityDescription {
  const { id, name, manufacturer, model: deviceModel } = device;
  const { key, behavior, model, contact, ...description } = simulated;
  return {
    ...description,
    platform: DEMO,
    uniqueId,
    device: { identifiers: [[DEMO, id]], name, manufacturer, model: deviceModel },
    restoresValues: contact === undefined,
  };
}
