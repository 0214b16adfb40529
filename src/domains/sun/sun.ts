import { isoTime } from '../../core/clock.ts';
import { defineDomain } from '../definition/define-domain.ts';

/** The next time of each solar event, in milliseconds since 1970; null when there is none within a year. */
export interface SunEvents {
  readonly next_dawn: number | null;
  readonly next_dusk: number | null;
  readonly next_midnight: number | null;
  readonly next_noon: number | null;
  readonly next_rising: number | null;
  readonly next_setting: number | null;
}

/** The position of the sun, in degrees. */
export interface SunValues {
  readonly [key: string]: unknown;
  readonly events: SunEvents;
  readonly elevation: number;
  readonly azimuth: number;
}

/**
 * The upper edge of the sun is visible when its center is this far below the horizon, because of refraction.
 */
const HORIZON = -0.833;

const time = { description: 'The time of the next one.' };

/** The sun over the home. */
export const sunDomain = defineDomain<SunValues, Record<string, never>>({
  name: 'sun',
  title: 'Sun',
  states: ['above_horizon', 'below_horizon'],
  unrecorded: [
    'azimuth',
    'elevation',
    'rising',
    'next_dawn',
    'next_dusk',
    'next_midnight',
    'next_noon',
    'next_rising',
    'next_setting',
  ],
  features: {},
  deviceClasses: [],
  attributes: {
    next_dawn: time,
    next_dusk: time,
    next_midnight: time,
    next_noon: time,
    next_rising: time,
    next_setting: time,
    elevation: { description: 'Elevation above the horizon, in degrees.' },
    azimuth: { description: 'Azimuth in degrees, clockwise from north.' },
    rising: { description: 'Whether the sun is rising.' },
  },
  services: [],
  present: ({ values: { events, elevation, azimuth } }) => {
    const shown = (at: number | null): string | null => (at === null ? null : isoTime(at));
    return {
      state: isUp(events, elevation) ? 'above_horizon' : 'below_horizon',
      attributes: {
        ...Object.fromEntries(Object.entries(events).map(([name, at]) => [name, shown(at)])),
        elevation,
        azimuth,
        rising: (events.next_noon ?? 0) < (events.next_midnight ?? 0),
      },
    };
  },
});

/** It is up if it sets before it rises; without either within a year the elevation decides. */
function isUp({ next_rising: rising, next_setting: setting }: SunEvents, elevation: number): boolean {
  if (rising === null && setting === null) return elevation > HORIZON;
  return (setting ?? Infinity) < (rising ?? Infinity);
}
