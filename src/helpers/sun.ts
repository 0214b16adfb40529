import type { Bus } from '../core/bus.ts';
import type { Clock, Undo } from '../core/clock.ts';
import type { Part } from '../core/lifecycle.ts';
import { type SunEvents, sunDomain } from '../domains/sun/sun.ts';
import { type SunCalc, sunEventsAfter } from '../domains/sun/sun-times.ts';
import type { Entities } from '../entities/entity/entities.ts';
import type { Entity } from '../entities/entity/entity.ts';
import type { Home } from '../entities/home/home.ts';

/** The dependencies of `Sun`. */
export interface SunParts {
  readonly entities: Entities;
  readonly home: Pick<Home, 'facts'>;
  readonly bus: Bus;
  readonly clock: Clock;
}

const MINUTE = 60_000;

/** How long the elevation may stay unchanged: it matters most near the horizon. */
function untilNextUpdate(elevation: number): number {
  return Math.abs(elevation) < 10 ? 2 * MINUTE : 4 * MINUTE;
}

/** `sun.sun`: the sun's position at the home, and its next events. */
export class Sun implements Part {
  readonly name = 'sun';
  private readonly parts: SunParts;
  private entity: Entity | undefined;
  private events: SunEvents | undefined;
  private wait: Undo = () => {};
  private undo: Undo = () => {};

  constructor(parts: SunParts) {
    this.parts = parts;
  }

  async start(): Promise<void> {
    const suncalc: SunCalc = await import('suncalc');
    this.look(suncalc);
    this.undo = this.parts.bus.on('core_config_updated', () => {
      this.events = undefined;
      this.look(suncalc);
    });
  }

  stop(): void {
    this.undo();
    this.wait();
    if (this.entity !== undefined) this.parts.entities.remove(this.entity);
  }

  private look(suncalc: SunCalc): void {
    const { clock, home, entities } = this.parts;
    const { facts } = home;
    const now = clock.now();
    if (this.events === undefined || firstOf(this.events) <= now)
      this.events = sunEventsAfter(suncalc, now, facts);
    const { altitude, azimuth } = suncalc.getPosition(new Date(now), facts.latitude, facts.longitude);
    const values = { events: this.events, elevation: hundredths(altitude), azimuth: hundredths(azimuth) };
    if (this.entity === undefined) {
      const driver = { execute: () => undefined };
      this.entity = entities.add({
        domain: sunDomain,
        platform: 'sun',
        objectId: 'sun',
        name: 'Sun',
        values,
        driver,
      });
    } else this.entity.report(values);
    this.wait();
    const next = Math.min(untilNextUpdate(altitude), firstOf(this.events) - now);
    this.wait = clock.after(Math.max(1, next), () => this.look(suncalc));
  }
}

function firstOf(events: SunEvents): number {
  return Math.min(...Object.values(events).map((at: number | null) => at ?? Infinity));
}

function hundredths(degrees: number): number {
  return Math.round(degrees * 100) / 100;
}
