import { decimalOf } from '../core/coerce.ts';
import type { State } from '../core/state.ts';
import { conversionOf, isUnitOf } from '../core/units.ts';
import type { CostSource } from './cost-source.ts';
import { priceUnit } from './price-unit.ts';

/** What a cost sensor shows and what it has counted so far; it is restored after a restart. */
export interface CostValues {
  /** In the currency of the home; null before the first reading. */
  readonly value: number | null;
  /** When counting began, in ISO 8601. */
  readonly last_reset: string | null;
  /** The last reading of the meter that is part of the value, and its `last_reset`. */
  readonly counted: number | null;
  readonly meter_reset: string | null;
  /** While a meter that only increases shows 0: its reading before. */
  readonly before_zero: number | null;
}

/** The present states that a cost follows from. */
export interface CostInput {
  readonly meter: State | undefined;
  /** The entity that has the price; undefined if there is none, or the price is fixed. */
  readonly price: State | undefined;
  /** The time in ISO 8601. */
  readonly now: string;
}

/** A meter with the price that holds now: a number, or the entity that has it. */
export interface PricedSource extends Pick<CostSource, 'kind'> {
  readonly price: number | string;
}

export const NOTHING_COUNTED: CostValues = {
  value: null,
  last_reset: null,
  counted: null,
  meter_reset: null,
  before_zero: null,
};

const STATE_CLASSES: ReadonlySet<unknown> = new Set(['measurement', 'total', 'total_increasing']);
/** A smaller drop of a meter that only increases is an inaccuracy, not a reset. */
const DIP = 0.9;
const PRICED_BY: Readonly<Record<CostSource['kind'], readonly ('energy' | 'volume')[]>> = {
  grid: ['energy'],
  gas: ['energy', 'volume'],
  water: ['volume'],
};

/**
 * The values of a cost sensor after a reading of its meter or a change of the price [history facts §6.3]. Returns
 * `values` itself if the reading cannot be priced: it is then counted with the next price.
 */
export function nextCost(source: PricedSource, values: CostValues, input: CostInput): CostValues {
  const { meter, now } = input;
  if (meter === undefined) return values;
  const { state_class: stateClass, last_reset: lastReset, unit_of_measurement: unit } = meter.attributes;
  if (!STATE_CLASSES.has(stateClass) || (stateClass === 'measurement' && lastReset == null)) return values;
  const reading = decimalOf(meter.state);
  if (reading === undefined || (stateClass === 'total_increasing' && reading < 0)) return values;
  const meterReset = typeof lastReset === 'string' ? lastReset : null;
  const begun: CostValues = {
    ...{ value: 0, last_reset: now, counted: reading, meter_reset: meterReset, before_zero: null },
  };
  if (values.value === null || values.counted === null) {
    return typeof source.price === 'string' && input.price === undefined ? values : begun;
  }
  const price = pricePer(source, input.price, typeof unit === 'string' ? unit : '');
  if (price === undefined) return values;
  const isReset =
    stateClass === 'total_increasing' ? reading < DIP * values.counted : meterReset !== values.meter_reset;
  const before = isReset ? { ...begun, counted: 0 } : values;
  const { before_zero: beforeZero } = values;
  // A meter that shows more than before the 0 has not been reset: devices show 0 for a moment when they start.
  const isBack = beforeZero !== null && reading >= beforeZero;
  const used = reading - (isBack ? beforeZero : (before.counted ?? 0));
  const isZero = reading === 0 && stateClass === 'total_increasing';
  return {
    value: (before.value ?? 0) + used * price,
    last_reset: before.last_reset,
    counted: reading,
    meter_reset: meterReset,
    before_zero: isZero ? (beforeZero ?? values.counted) : null,
  };
}

/**
 * The price of one unit of a meter, where a price of 1 is given in a unit such as EUR/MWh, or in the usual one of the
 * meter; undefined if there is none.
 */
export function priceFactor(
  kind: CostSource['kind'],
  meterUnit: string,
  entity: State | undefined,
): number | undefined {
  const quantity = PRICED_BY[kind].find((one) => isUnitOf(one, meterUnit));
  if (quantity === undefined) return undefined;
  const usual = quantity === 'energy' && kind === 'grid' ? 'kWh' : meterUnit;
  const named = priceUnit(entity);
  const isOther = PRICED_BY[kind].some((one) => one !== quantity && isUnitOf(one, named));
  return isOther ? undefined : inUnit(1, quantity, isUnitOf(quantity, named) ? named : usual, meterUnit);
}

/** The price of one unit of the meter; undefined if there is none. */
function pricePer(
  { kind, price }: PricedSource,
  entity: State | undefined,
  meterUnit: string,
): number | undefined {
  const factor = priceFactor(kind, meterUnit, typeof price === 'string' ? entity : undefined);
  const amount = typeof price === 'string' ? decimalOf(entity?.state ?? '') : price;
  return factor === undefined || amount === undefined ? undefined : amount * factor;
}

/** A price for one unit, as the price of another. */
function inUnit(price: number, quantity: 'energy' | 'volume', from: string, to: string): number | undefined {
  if (from === to) return price;
  // One unit of the meter, expressed in units of the price.
  const size = conversionOf(quantity, to, from)?.apply(1);
  return size === undefined ? undefined : price * size;
}
