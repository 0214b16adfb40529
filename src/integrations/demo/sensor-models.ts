import type { Random } from './random.ts';

/** Inputs of a simulated reading: local hour of the day (0 up to 24), previous reading, random numbers. */
export interface Moment {
  readonly hour: number;
  /** Hours since the reading before. */
  readonly elapsed: number;
  readonly random: Random;
}

/** Computes the next reading from the previous one. */
export type SensorModel = (before: number, moment: Moment) => number;

/** Swings about `mean` over the day, highest at `peakHour`, with a little noise. */
export function daily(mean: number, swing: number, peakHour: number, digits = 1): SensorModel {
  return (_before, { hour, random }) => {
    const phase = ((hour - peakHour) / 24) * 2 * Math.PI;
    return rounded(mean + swing * Math.cos(phase) + (random() - 0.5) * swing * 0.1, digits);
  };
}

/** Wanders between two limits. */
export function wandering(min: number, max: number, digits = 1): SensorModel {
  return (before, { random }) => {
    const step = (random() - 0.5) * (max - min) * 0.1;
    return rounded(Math.min(max, Math.max(min, before + step)), digits);
  };
}

/** Light from outside: nothing at night, most at noon. */
export function daylight(brightest: number): SensorModel {
  return (_before, { hour, random }) => {
    const height = Math.max(0, Math.sin(((hour - 6) / 12) * Math.PI));
    return Math.round(brightest * height * (0.8 + 0.2 * random()));
  };
}

/** A meter that integrates `power` (W) to kWh. */
export function counting(power: () => number): SensorModel {
  return (before, { elapsed }) => rounded(before + (power() / 1000) * elapsed, 3);
}

/** Drains by `perDay` and restarts full. */
export function draining(perDay: number): SensorModel {
  return (before, { elapsed }) => {
    const left = before - (perDay / 24) * elapsed;
    return left < 5 ? 100 : rounded(left, 2);
  };
}

/** Draws `watts` while `isOn`, with a little noise, and nothing else. */
export function drawing(isOn: () => boolean, watts: number, standby = 0): SensorModel {
  return (_before, { random }) => rounded(isOn() ? watts * (0.97 + 0.06 * random()) : standby, 1);
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
