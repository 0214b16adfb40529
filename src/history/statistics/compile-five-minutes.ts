import { numberOfState, type Reading, type StateClass } from './reading.ts';
import {
  type MeanType,
  NO_VALUES,
  type StatisticMetadata,
  type StatisticRow,
  type StatisticUnit,
  type StatisticValues,
} from './statistic.ts';
import { areEqualUnits, unitClassNamed, unitFor } from './statistic-unit.ts';
import { type StatisticsWarning, WarningCollector } from './statistics-warning.ts';
import { continueSum, type ReadingValue, type SumValues } from './sum-series.ts';
import { weightedMean } from './weighted-mean.ts';

/** The input of `compilePeriod`: one entity and five minutes. */
export interface PeriodInput {
  readonly start: number;
  readonly end: number;
  /**
   * The newest sample before `start`; null if there is none. If nothing of the entity is kept, it is the
   * current state, if that is older than `end`.
   */
  readonly inForce: Reading | null;
  /** The samples from `start` to before `end`, in order of time. */
  readonly samples: readonly Reading[];
  /** What is stored of the statistic; null if nothing is. */
  readonly metadata: StatisticMetadata | null;
  /**
   * The newest short-term row, otherwise the newest long-term row, so that a meter that was away for longer than
   * short-term rows are kept continues its sum; null if there is neither.
   */
  readonly before: SumValues | null;
  /** The home's time zone. */
  readonly timeZone: string;
}

/** The outcome of a period. */
export interface CompiledPeriod {
  /** What to store of the statistic: the same object if it has not changed, null if there is none. */
  readonly metadata: StatisticMetadata | null;
  /** Null if the period has no row. */
  readonly row: StatisticRow | null;
  /** At most one of each kind. The caller logs each kind once per entity. */
  readonly warnings: readonly StatisticsWarning[];
}

const MEAN_TYPES: Readonly<Record<StateClass, MeanType>> = {
  measurement: 1,
  measurement_angle: 2,
  total: 0,
  total_increasing: 0,
};

/** The mean type of the statistics of a state class. */
export function meanTypeOf(stateClass: StateClass): MeanType {
  return MEAN_TYPES[stateClass];
}

/** Compiles the statistics of an entity for five minutes as Home Assistant does [§5]. */
export function compilePeriod(input: PeriodInput): CompiledPeriod {
  const warnings = new WarningCollector();
  const { row, metadata } = compile(input, warnings);
  return {
    row,
    metadata: isSame(metadata, input.metadata) ? input.metadata : metadata,
    warnings: warnings.all,
  };
}

type Outcome = Pick<CompiledPeriod, 'metadata' | 'row'>;

function compile(input: PeriodInput, warnings: WarningCollector): Outcome {
  const { start, samples, inForce, metadata: stored } = input;
  const unchanged: Outcome = { metadata: stored, row: null };
  const newest = samples.at(-1) ?? inForce;
  const stateClass = newest?.attributes.stateClass ?? null;
  if (newest === null || stateClass === null) return unchanged;
  if (newest.attributes.unit === undefined || newest.attributes.deviceClass === undefined) return unchanged;
  const meanType = meanTypeOf(stateClass);
  const numeric = numericReadings(input, meanType === 0);
  const first = numeric[0];
  if (first === undefined) return unchanged;

  const kind = { meanType, hasSum: meanType === 0 };
  const unit = unitFor(stored, first.reading.attributes);
  // A unit that replaces the stored one replaces its spelling at most: values are not converted to it.
  const isConverted = stored === null || stored.unit === unit.unit;
  const values = inUnit(numeric, isConverted ? unit : { ...unit, unitClass: null }, warnings);
  if (values.length === 0 || !continues(stored, { ...kind, ...unit }, warnings)) return unchanged;
  const row = { ...NO_VALUES, start, ...valuesOf(values, { ...input, stateClass }, warnings) };
  return row.mean === null && row.sum === null ? unchanged : { metadata: { ...kind, ...unit }, row };
}

/** The numbers among the state in force and the samples; others do not interrupt the value before them. */
function numericReadings({ inForce, samples }: PeriodInput, isMeter: boolean): ReadingValue[] {
  const numeric: ReadingValue[] = [];
  const add = (reading: Reading): void => {
    const value = numberOfState(reading.state);
    if (value !== undefined && reading.attributes.unit !== undefined)
      numeric.push({ value, at: reading.at, reading });
  };
  if (inForce !== null) add(inForce);
  // Changes of attributes matter for meters only: their `last_reset` is one.
  for (const reading of samples) if (isMeter || reading.changedAt === reading.at) add(reading);
  return numeric;
}

/** The values in a unit, without those that do not convert to it; none if the unit is not stable. */
function inUnit(
  values: readonly ReadingValue[],
  { unit, unitClass }: StatisticUnit,
  warnings: WarningCollector,
): readonly ReadingValue[] {
  const units = unitClassNamed(unitClass);
  const unitOf = ({ reading }: ReadingValue): string | null => reading.attributes.unit ?? null;
  if (units === undefined) {
    if (values.every((value) => areEqualUnits(unitOf(value), unit))) return values;
    warnings.add({ kind: 'unstable_unit', units: [...new Set(values.map(unitOf))] });
    return [];
  }
  let from: string | null | undefined;
  let convert: ReturnType<typeof units.conversion> = null;
  return values.flatMap((value) => {
    const own = unitOf(value);
    if (!units.has(own)) {
      warnings.add({ kind: 'unsupported_unit', unit: own, statisticUnit: unit });
      return [];
    }
    if (own !== from) [from, convert] = [own, units.conversion(own, unit)];
    if (convert === null) return [value];
    const converted = convert(value.value);
    return converted === null ? [] : [{ ...value, value: converted }];
  });
}

/** Whether a period may be stored beside the periods before. */
function continues(
  stored: StatisticMetadata | null,
  { meanType, unit }: StatisticMetadata,
  warnings: WarningCollector,
): boolean {
  if (stored === null) return true;
  if (!areEqualUnits(stored.unit, unit)) {
    warnings.add({ kind: 'changed_unit', unit, statisticUnit: stored.unit });
    return false;
  }
  // A meter may become a measurement or vice versa: then other columns have values.
  if (meanType === 0 || stored.meanType === 0 || meanType === stored.meanType) return true;
  warnings.add({ kind: 'changed_mean_type', meanType, statisticMeanType: stored.meanType });
  return false;
}

/** The values of the row; no values where a number exceeds what can be stored. */
function valuesOf(
  values: readonly ReadingValue[],
  input: PeriodInput & { readonly stateClass: StateClass },
  warnings: WarningCollector,
): Partial<StatisticValues> {
  const meanType = meanTypeOf(input.stateClass);
  if (meanType === 0) {
    const sum = continueSum({ ...input, values }, warnings);
    return Number.isFinite(sum?.sum) ? { ...sum } : {};
  }
  const mean = weightedMean(meanType, values, input);
  if (!Number.isFinite(mean.mean)) return {};
  if (meanType === 2) return mean;
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { value } of values) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return { ...mean, min, max };
}

function isSame(one: StatisticMetadata | null, other: StatisticMetadata | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.meanType === other.meanType &&
    one.hasSum === other.hasSum &&
    one.unit === other.unit &&
    one.unitClass === other.unitClass
  );
}
