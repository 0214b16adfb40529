import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A step of the recorded week: what sources report, calls, or a stop and start of the server. */
export interface WeekStep {
  readonly at: string;
  readonly do?: 'stop' | 'start';
  readonly set?: readonly (readonly [entity: string, state: string])[];
  readonly call?: readonly (readonly [domain: string, service: string, data: object])[];
  /** What helpers show afterwards if it is different from before: states by `name`, attributes by `name:key`. */
  readonly shows?: Readonly<Record<string, unknown>>;
}

export interface RecordedWeek {
  readonly start: string;
  readonly time_zone: string;
  /** The attributes of each source. */
  readonly sources: Readonly<Record<string, object>>;
  readonly steps: readonly WeekStep[];
}

/** Reads `helpers-week.jsonl`: a header, then one step per line. */
export function recordedWeek(): RecordedWeek {
  const lines = readFileSync(join(import.meta.dirname, 'helpers-week.jsonl'), 'utf8')
    .trimEnd()
    .split('\n');
  const [header, ...steps] = lines.map((line) => JSON.parse(line));
  return { ...header, steps };
}

/** The settings file of both servers. */
export const weekSettings = (): string =>
  readFileSync(join(import.meta.dirname, 'helpers-week.yaml'), 'utf8');

/**
 * Whether two values are the same number, time or text. Clocks of tests pass a microsecond with each question, so
 * that numbers differ in their last digit; `tolerance` is absolute.
 */
export function sameShown(ours: unknown, theirs: unknown, tolerance: number): boolean {
  if ((ours ?? null) === (theirs ?? null)) return true;
  const [time, otherTime] = [timeOf(ours), timeOf(theirs)];
  if (!Number.isNaN(time) && !Number.isNaN(otherTime)) return Math.abs(time - otherTime) < 1000;
  const [number, other] = [numberOf(ours), numberOf(theirs)];
  return Math.abs(number - other) <= Math.max(tolerance, Math.abs(other) * 1e-6);
}

const numberOf = (value: unknown): number =>
  value === null || value === undefined || value === '' ? Number.NaN : Number(value);

const timeOf = (value: unknown): number =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : Number.NaN;

/** How far a value may be away from Home Assistant's, by name, with the reason. */
export const TOLERANCES: Readonly<Record<string, number>> = {
  // Readings of 1 MW: the last digits depend on microseconds.
  energy_left: 2e-3,
  energy_right: 2e-3,
  energy_trapezoidal: 2e-3,
  energy_silent: 2e-3,
  'binary_sensor.power_falling:gradient': 1e-4,
  // Home Assistant computes them each minute and when the source changes, at a second of its own.
  motion_today: 0.025,
  heating_share: 0.25,
  // Hearth drops old samples together, up to a second late.
  'highest_at:age_coverage_ratio': 0.04,
};

const METERS = [
  'exchanged',
  'pulses',
  'used_at_tariffs_low',
  'used_at_tariffs_peak',
  'used_by_cron',
  'used_continuously',
  'used_daily',
  'used_hourly',
  'used_quarter',
  'used_weekly',
  'water_daily',
];

/** What differs after the downtime: for how many hours (0: only until the first reading), and why. */
export const AFTER_DOWNTIME: readonly {
  readonly names: readonly string[];
  readonly hours: number;
  readonly reason: string;
}[] = [
  {
    names: METERS.map((name) => `${name}:last_reset`),
    hours: 200,
    reason: 'Hearth names the end of the period, Home Assistant the time at which it started again.',
  },
  {
    names: ['used_at_tariffs_peak:last_valid_state'],
    hours: 0,
    reason: 'Home Assistant forgets the last reading of a meter with tariffs until the next one.',
  },
  {
    names: ['change', 'motions', 'samples', 'share_of_motion', 'step_of_six_hours'],
    hours: 0,
    reason: 'Home Assistant shows statistics without samples as unavailable until the first reading.',
  },
  {
    names: ['chain', 'every_third'],
    hours: 0,
    reason: 'Home Assistant passes the last state through the filters at its start.',
  },
  {
    names: ['smoothed'],
    hours: 24,
    reason: 'The low pass of Home Assistant begins anew at its start; that of Hearth continues.',
  },
  {
    names: ['linear_of_a_day', 'highest_at'],
    hours: 24,
    reason:
      'For a value that was reported again, Hearth knows when it began, Home Assistant the last report.',
  },
];

/** Whether a name may differ some hours after the server was started again. */
export function mayDiffer(key: string, hours: number): boolean {
  return AFTER_DOWNTIME.some(
    (one) => hours <= one.hours && one.names.some((name) => key === name || key.startsWith(`${name}:`)),
  );
}
