import type { Clock } from '../../core/clock.ts';
import type { GeneratedPast } from '../past-history.ts';
import { type FlowMoment, METERS, type Meter, type MeterReadings, nextReadings } from './energy-flows.ts';
import { shown } from './energy-meters.ts';

const STEP = 300_000;
/** How often readings are kept of days before the last ten. */
const COARSE_STEP = 3 * STEP;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const DAYS = 30;
const DETAILED_DAYS = 10;

/** The dependencies of `energyPast`. */
export interface EnergyPastParts {
  readonly clock: Pick<Clock, 'now' | 'soon'>;
  readonly hourOfDay: (at: number) => number;
  readonly place: FlowMoment['place'];
  readonly entityIds: ReadonlyMap<Meter, string>;
}

/** The last thirty days of the meters. */
export interface EnergyPast {
  readonly from: number;
  readonly to: number;
  readonly entities: readonly GeneratedPast[];
  /** The readings at the end, with which the meters continue. */
  readonly readings: MeterReadings;
}

/** Simulates the days before now, which end with what the meters count next; a day in each event loop tick. */
export async function energyPast(parts: EnergyPastParts, initial: MeterReadings): Promise<EnergyPast> {
  const { clock, entityIds } = parts;
  const to = Math.floor(clock.now() / STEP) * STEP;
  const from = to - (to % HOUR) - DAYS * DAY;
  const columns = new Map(METERS.map((meter) => [meter, { at: [] as number[], states: [] as string[] }]));
  let readings = initial;
  for (let begin = from; begin < to; begin += DAY) {
    const kept = begin < to - DETAILED_DAYS * DAY ? COARSE_STEP : STEP;
    for (let at = begin; at < Math.min(begin + DAY, to); at += STEP) {
      readings = nextReadings(readings, momentOf(parts, at), at === from ? 0 : STEP / HOUR);
      if (at % kept !== 0) continue;
      for (const [meter, { at: times, states }] of columns) {
        const state = String(shown(meter, readings));
        if (states.at(-1) === state) continue;
        times.push(at);
        states.push(state);
      }
    }
    await new Promise<void>((resolve) => clock.soon(resolve));
  }
  const entities = [...entityIds].map(([meter, entityId]) => {
    const { at, states } = columns.get(meter) ?? { at: [], states: [] };
    return { entityId, at: Float64Array.from(at), states };
  });
  return { from, to, entities, readings };
}

function momentOf({ hourOfDay, place }: EnergyPastParts, at: number): FlowMoment {
  // A home without switched devices: nobody knows when they were on.
  return { at, hour: hourOfDay(at), place, otherWatts: 0 };
}
