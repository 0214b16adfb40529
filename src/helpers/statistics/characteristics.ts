/** The characteristics of numbers, in the order in which Home Assistant lists them. */
export const NUMERIC_CHARACTERISTICS = [
  'average_linear',
  'average_step',
  'average_timeless',
  'change_sample',
  'change_second',
  'change',
  'count',
  'datetime_newest',
  'datetime_oldest',
  'datetime_value_max',
  'datetime_value_min',
  'distance_95_percent_of_values',
  'distance_99_percent_of_values',
  'distance_absolute',
  'mean',
  'mean_circular',
  'median',
  'noisiness',
  'percentile',
  'standard_deviation',
  'sum',
  'sum_differences',
  'sum_differences_nonnegative',
  'total',
  'value_max',
  'value_min',
  'variance',
] as const;

/** The characteristics of states that are on or off. */
export const BINARY_CHARACTERISTICS = [
  'average_step',
  'average_timeless',
  'count',
  'count_on',
  'count_off',
  'datetime_newest',
  'datetime_oldest',
  'mean',
] as const;

/** The values of a source, oldest first, and their times in milliseconds since 1970. */
export interface Samples {
  readonly values: readonly number[];
  readonly times: readonly number[];
}

/** Computes a characteristic of at least one sample; null where they do not have it. */
type Compute = (samples: Samples, percentile: number) => number | null;

const RADIANS = Math.PI / 180;
/** Standard deviations around the mean between which these parts of normally distributed values are. */
const HALF_95_PERCENT = 1.96;
const HALF_99_PERCENT = 2.58;

const NUMERIC: Readonly<Record<(typeof NUMERIC_CHARACTERISTICS)[number], Compute>> = {
  average_linear: (samples) => average(samples, (before, after) => (before + after) / 2),
  average_step: (samples) => average(samples, (before) => before),
  average_timeless: ({ values }) => mean(values),
  change_sample: ({ values }) => (values.length < 2 ? null : change(values) / (values.length - 1)),
  change_second: ({ values, times }) => {
    const seconds = change(times) / 1000;
    return seconds > 0 ? change(values) / seconds : null;
  },
  change: ({ values }) => change(values),
  count: ({ values }) => values.length,
  datetime_newest: ({ times }) => times.at(-1) ?? null,
  datetime_oldest: ({ times }) => times[0] ?? null,
  datetime_value_max: ({ values, times }) => times[values.indexOf(largest(values))] ?? null,
  datetime_value_min: ({ values, times }) => times[values.indexOf(smallest(values))] ?? null,
  distance_95_percent_of_values: ({ values }) => 2 * HALF_95_PERCENT * Math.sqrt(variance(values)),
  distance_99_percent_of_values: ({ values }) => 2 * HALF_99_PERCENT * Math.sqrt(variance(values)),
  distance_absolute: ({ values }) => largest(values) - smallest(values),
  mean: ({ values }) => mean(values),
  mean_circular: ({ values }) => {
    const sine = sum(values.map((value) => Math.sin(value * RADIANS)));
    const cosine = sum(values.map((value) => Math.cos(value * RADIANS)));
    return (Math.atan2(sine, cosine) / RADIANS + 360) % 360;
  },
  median: ({ values }) => quantile(values, 0.5),
  noisiness: ({ values }) => (values.length < 2 ? 0 : differences(values, Math.abs) / (values.length - 1)),
  percentile: ({ values }, percentile) => quantile(values, percentile / 100),
  standard_deviation: ({ values }) => Math.sqrt(variance(values)),
  sum: ({ values }) => sum(values),
  sum_differences: ({ values }) => differences(values, Math.abs),
  // A lower value means that the meter was reset to zero: all of it was added since.
  sum_differences_nonnegative: ({ values }) =>
    differences(values, (difference, after) => (difference < 0 ? after : difference)),
  total: ({ values }) => sum(values),
  value_max: ({ values }) => largest(values),
  value_min: ({ values }) => smallest(values),
  variance: ({ values }) => variance(values),
};

const percentOn: Compute = ({ values }) => 100 * mean(values);

const BINARY: Readonly<Record<(typeof BINARY_CHARACTERISTICS)[number], Compute>> = {
  average_step: (samples) => 100 * average(samples, (before) => before),
  average_timeless: percentOn,
  count: NUMERIC.count,
  count_on: ({ values }) => sum(values),
  count_off: ({ values }) => values.length - sum(values),
  datetime_newest: NUMERIC.datetime_newest,
  datetime_oldest: NUMERIC.datetime_oldest,
  mean: percentOn,
};

/** A characteristic of samples: times in milliseconds since 1970, parts of time in percent. */
export function characteristicOf(
  name: string,
  isBinary: boolean,
  samples: Samples,
  percentile: number,
): number | null {
  const computations: Readonly<Partial<Record<string, Compute>>> = isBinary ? BINARY : NUMERIC;
  if (samples.values.length === 0) return name.startsWith('count') ? 0 : null;
  const value = computations[name]?.(samples, percentile) ?? null;
  return value !== null && Number.isFinite(value) ? value : null;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

function change(values: readonly number[]): number {
  return (values.at(-1) ?? 0) - (values[0] ?? 0);
}

function largest(values: readonly number[]): number {
  return values.reduce((best, value) => Math.max(best, value), Number.NEGATIVE_INFINITY);
}

function smallest(values: readonly number[]): number {
  return values.reduce((best, value) => Math.min(best, value), Number.POSITIVE_INFINITY);
}

/** The average over time; of samples at one time, their mean. */
function average({ values, times }: Samples, between: (before: number, after: number) => number): number {
  const length = change(times);
  if (!(length > 0)) return mean(values);
  let area = 0;
  for (let i = 1; i < values.length; i += 1)
    area += between(values[i - 1] ?? 0, values[i] ?? 0) * ((times[i] ?? 0) - (times[i - 1] ?? 0));
  return area / length;
}

function differences(
  values: readonly number[],
  counted: (difference: number, after: number) => number,
): number {
  return values.reduce(
    (total, value, i) => (i === 0 ? 0 : total + counted(value - (values[i - 1] ?? 0), value)),
    0,
  );
}

/** The sample variance; 0 for a single value. */
function variance(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const center = mean(values);
  return sum(values.map((value) => (value - center) ** 2)) / (values.length - 1);
}

/** A quantile of a larger population, which may have values beyond these: Python's exclusive method. */
function quantile(values: readonly number[], part: number): number {
  const sorted = Float64Array.from(values).sort();
  const [last] = [sorted.length - 1];
  if (last === 0) return sorted[0] ?? 0;
  const place = Math.min(Math.max(Math.floor((sorted.length + 1) * part), 1), last);
  const rest = (sorted.length + 1) * part - place;
  const [low, high] = [sorted[place - 1] ?? 0, sorted[place] ?? 0];
  return low + (high - low) * rest;
}
