import { type Clock, every, type Undo } from '../../core/clock.ts';
import type { Entity } from '../../entities/entity/entity.ts';
import { type FlowMoment, METERS, type Meter, type MeterReadings, nextReadings } from './energy-flows.ts';

/** The dependencies of `EnergyMeters`. */
export interface EnergyMetersParts {
  readonly clock: Clock;
  readonly entities: ReadonlyMap<Meter, Entity>;
  readonly hourOfDay: (at: number) => number;
  readonly place: () => FlowMoment['place'];
  /** The power of the other devices, in W. */
  readonly otherWatts: () => number;
}

const INTERVAL = 30_000;
const HOUR = 3_600_000;
/** Digits after the point, so that each reading is a change that a real meter would report. */
const DIGITS: Partial<Readonly<Record<Meter, number>>> = { battery_level: 1 };

/** Lets the energy meters count. */
export class EnergyMeters {
  private readonly parts: EnergyMetersParts;
  private readings: MeterReadings | undefined;
  private last = 0;

  constructor(parts: EnergyMetersParts) {
    this.parts = parts;
  }

  /** Counts on from readings; the meters show them at once. */
  start(readings: MeterReadings): Undo {
    this.readings = readings;
    this.last = this.parts.clock.now();
    this.report(readings);
    return every(this.parts.clock, INTERVAL, () => this.count());
  }

  private count(): void {
    const { clock, hourOfDay, place, otherWatts } = this.parts;
    if (this.readings === undefined) return;
    const at = clock.now();
    const elapsed = Math.max(0, at - this.last) / HOUR;
    this.last = at;
    const moment = { at, hour: hourOfDay(at), place: place(), otherWatts: otherWatts() };
    this.readings = nextReadings(this.readings, moment, elapsed);
    this.report(this.readings);
  }

  private report(readings: MeterReadings): void {
    for (const [meter, entity] of this.parts.entities) entity.report({ value: shown(meter, readings) });
  }
}

/** The reading that a meter shows. */
export function shown(meter: Meter, readings: MeterReadings): number {
  return Number(readings[meter].toFixed(DIGITS[meter] ?? 3));
}

/** The readings of all meters. */
export function readingsOf(valueFor: (meter: Meter) => number): MeterReadings {
  return Object.fromEntries(METERS.map((meter) => [meter, valueFor(meter)])) as MeterReadings;
}
