import { roundHalfEven } from '../../../core/rounding.ts';

/** The numbers of a device for its two end positions; the first may be greater than the second. */
export interface PositionRange {
  readonly closed: number;
  readonly open: number;
}

/** Percent of the way, not yet a whole number. */
export function percentOf(value: number, { closed, open }: PositionRange): number {
  return open === closed ? 0 : ((value - closed) * 100) / (open - closed);
}

/** Whole percents as positions are shown, from 0 to 100. */
export function positionOf(value: number, range: PositionRange): number {
  return Math.max(0, Math.min(100, Math.trunc(percentOf(value, range))));
}

/** Converts a percentage to the device's own position. */
export function deviceValue(percent: number, { closed, open }: PositionRange): number {
  return roundHalfEven((percent * (open - closed)) / 100 + closed);
}
