import type { Bus } from '../core/bus.ts';
import type { Clock, Undo } from '../core/clock.ts';
import type { Part } from '../core/lifecycle.ts';
import { type SunEvents, sunDomain } from '../domains/sun.ts';
import type { Entities } from '../entities/entities.ts';
import type { Entity } from '../entities/entity.ts';
import type { Home } from '../entities/home.ts';

type SunCalc = Pick<typeof import('suncalc'), 'getTimes' | 'getPosition'>;

/** A spot on the earth, in degrees. */
interface Spot {
  readonly latitude: number;
  readonly longitude: number;
}

/** What the sun needs. */
export interface SunParts {
  readonly entities: Entities;
  readonly home: Pick<Home, 'facts'>;
  readonly bus: Bus;
  readonly clock: Clock;
}

const DAY = 86_400_000;
const MINUTE = 60_000;
const EVENTS = [
  'next_dawn',
  'next_dusk',
  'next_midnight',
  'next_noon',
  'next_rising',
  'next_setting',
] as const satisfies readonly (keyof SunEvents)[];
/** Polar nights and days last months. */
const DAYS_AHEAD = 366;

/** The air lifts what is below the horizon by this much in the positions of the library, in degrees. */
const LIFT = 0.484;
/** The height of the sun's middle, without air, at rising and setting and in civil twilight. */
const HEIGHTS = { day: -0.833, twilight: -6 } as const;

/**
 * The next event of each kind after a point, days ahead where the sun neither rises nor sets. Noons and midnights are the library's; what is
 * crossed between them is found by halving, so that risings and settings alternate at every latitude.
 */
export function sunEventsAfter(suncalc: SunCalc, at: number, spot: Spot): SunEvents {
  const found: { -readonly [K in keyof SunEvents]?: number | undefined } = {};
  let from = at;
  for (const turn of turnsAfter(suncalc, at, spot)) {
    if (turn.isNoon) found.next_noon ??= turn.point;
    else found.next_midnight ??= turn.point;
    found.next_rising ??= crossing(suncalc, spot, { from, to: turn.point, height: HEIGHTS.day, up: true });
    found.next_setting ??= crossing(suncalc, spot, { from, to: turn.point, height: HEIGHTS.day, up: false });
    found.next_dawn ??= crossing(suncalc, spot, { from, to: turn.point, height: HEIGHTS.twilight, up: true });
    found.next_dusk ??= crossing(suncalc, spot, {
      from,
      to: turn.point,
      height: HEIGHTS.twilight,
      up: false,
    });
    if (EVENTS.every((name) => found[name] !== undefined)) break;
    from = turn.point;
  }
  return Object.fromEntries(EVENTS.map((name) => [name, found[name] ?? null])) as unknown as SunEvents;
}

/** Noons and midnights in their order, for a year. */
function* turnsAfter({ getTimes }: SunCalc, at: number, { latitude, longitude }: Spot) {
  for (let day = -1; day <= DAYS_AHEAD; day += 1) {
    const { nadir, solarNoon } = getTimes(new Date(at + day * DAY), latitude, longitude);
    const turns = [
      { point: nadir.getTime(), isNoon: false },
      { point: solarNoon.getTime(), isNoon: true },
    ].sort((a, b) => a.point - b.point);
    for (const turn of turns) if (turn.point > at) yield turn;
  }
}

interface Span {
  readonly from: number;
  readonly to: number;
  /** Degrees. */
  readonly height: number;
  /** Whether the sun is to come up through it, or to go down. */
  readonly up: boolean;
}

/** When the sun passes a height; undefined where it does not. */
function crossing({ getPosition }: SunCalc, spot: Spot, { from, to, height, up }: Span): number | undefined {
  const isAbove = (point: number): boolean =>
    getPosition(new Date(point), spot.latitude, spot.longitude).altitude > height + LIFT;
  if (isAbove(from) === up || isAbove(to) !== up) return undefined;
  let [before, after] = [from, to];
  while (after - before > 1) {
    const middle = (before + after) / 2;
    if (isAbove(middle) === up) after = middle;
    else before = middle;
  }
  return after;
}

/** How long the height of the sun may stand as it was: it matters most near the horizon. */
function untilNextLook(elevation: number): number {
  return Math.abs(elevation) < 10 ? 2 * MINUTE : 4 * MINUTE;
}

/** `sun.sun`: where the sun stands over the home, and what it does next. */
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
        ...{ domain: sunDomain, platform: 'sun', objectId: 'sun', name: 'Sun' },
        values,
        driver,
      });
    } else this.entity.report(values);
    this.wait();
    const next = Math.min(untilNextLook(altitude), firstOf(this.events) - now);
    this.wait = clock.after(Math.max(1, next), () => this.look(suncalc));
  }
}

function firstOf(events: SunEvents): number {
  return Math.min(...Object.values(events).map((at: number | null) => at ?? Infinity));
}

function hundredths(degrees: number): number {
  return Math.round(degrees * 100) / 100;
}
