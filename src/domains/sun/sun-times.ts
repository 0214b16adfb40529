import type { SunEvents } from './sun.ts';

/** The functions used of the astronomy library. */
export type SunCalc = Pick<typeof import('suncalc'), 'getTimes' | 'getPosition'>;

/** A spot on the earth, in degrees. */
export interface Location {
  readonly latitude: number;
  readonly longitude: number;
}

/** Solar noon or midnight. */
export interface Turn {
  readonly point: number;
  readonly isNoon: boolean;
}

/** The sun rises or sets through an elevation. */
export interface SunPassage {
  /** The elevation of the sun's center without refraction, in degrees. */
  readonly height: number;
  readonly up: boolean;
}

const DAY = 86_400_000;
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

/**
 * The elevation of the sun's center without refraction at sunrise and sunset, and at the end of each
 * twilight.
 */
export const ELEVATIONS = { day: -0.833, civil: -6, nautical: -12, astronomical: -18 } as const;

/**
 * The next event of each kind, days ahead in polar day or night. Noons and midnights come from the library;
 * the crossings between them are found by bisection, so that rise and set alternate at every latitude.
 */
export function sunEventsAfter(suncalc: SunCalc, at: number, location: Location): SunEvents {
  const found: { -readonly [K in keyof SunEvents]?: number | undefined } = {};
  let from = at;
  for (const { point: to, isNoon } of turnsAfter(suncalc, at, location)) {
    if (isNoon) found.next_noon ??= to;
    else found.next_midnight ??= to;
    const passes = (height: number, up: boolean) => passing(suncalc, location, { from, to, height, up });
    found.next_rising ??= passes(ELEVATIONS.day, true);
    found.next_setting ??= passes(ELEVATIONS.day, false);
    found.next_dawn ??= passes(ELEVATIONS.civil, true);
    found.next_dusk ??= passes(ELEVATIONS.civil, false);
    if (EVENTS.every((name) => found[name] !== undefined)) break;
    from = to;
  }
  return {
    next_dawn: found.next_dawn ?? null,
    next_dusk: found.next_dusk ?? null,
    next_midnight: found.next_midnight ?? null,
    next_noon: found.next_noon ?? null,
    next_rising: found.next_rising ?? null,
    next_setting: found.next_setting ?? null,
  };
}

/** The next time the sun passes one of the elevations; null if it does not within a year. */
export function nextPassing(
  suncalc: SunCalc,
  at: number,
  location: Location,
  ...passings: readonly SunPassage[]
): number | null {
  let from = at;
  for (const { point: to } of turnsAfter(suncalc, at, location)) {
    const points = passings.flatMap((one) => passing(suncalc, location, { from, to, ...one }) ?? []);
    const first = Math.min(...points);
    if (Number.isFinite(first)) return first;
    from = to;
  }
  return null;
}

/** The elevation of the sun's center without refraction, in degrees. */
export function sunElevation(
  { getPosition }: SunCalc,
  at: number,
  { latitude, longitude }: Location,
): number {
  const { altitude } = getPosition(new Date(at), latitude, longitude);
  let height = altitude;
  for (let round = 0; round < 4; round += 1) height = altitude - lift(height);
  return height;
}

/** Noons and midnights in their order, for a year. */
export function* turnsAfter(
  { getTimes }: SunCalc,
  at: number,
  { latitude, longitude }: Location,
): Generator<Turn> {
  for (let day = -1; day <= DAYS_AHEAD; day += 1) {
    const { nadir, solarNoon } = getTimes(new Date(at + day * DAY), latitude, longitude);
    const turns = [
      { point: nadir.getTime(), isNoon: false },
      { point: solarNoon.getTime(), isNoon: true },
    ].sort((a, b) => a.point - b.point);
    for (const turn of turns) if (turn.point > at) yield turn;
  }
}

/** Refraction included in the library's positions, in degrees; constant below the horizon. */
function lift(height: number): number {
  const above = Math.max(0, height);
  return 1.02 / 60 / Math.tan(((above + 10.3 / (above + 5.11)) * Math.PI) / 180);
}

interface Span extends SunPassage {
  readonly from: number;
  readonly to: number;
}

/** When the sun passes a height between two turns; undefined where it does not. */
function passing(
  { getPosition }: SunCalc,
  location: Location,
  { from, to, height, up }: Span,
): number | undefined {
  const seen = height + lift(height);
  const isAbove = (point: number): boolean =>
    getPosition(new Date(point), location.latitude, location.longitude).altitude > seen;
  if (isAbove(from) === up || isAbove(to) !== up) return undefined;
  let [before, after] = [from, to];
  while (after - before > 1) {
    const middle = (before + after) / 2;
    if (isAbove(middle) === up) after = middle;
    else before = middle;
  }
  return after;
}
