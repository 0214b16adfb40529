import type { Sample } from '../samples/sample.ts';
import type { SampleStore } from '../samples/sample-store.ts';
import type { Bucket } from '../statistics/bucket-builder.ts';
import { classOfUnit } from '../statistics/statistic-unit.ts';
import type { PlotNumbers } from './plot-numbers.ts';

/** From when on an entity had a unit. */
interface UnitSpan {
  readonly at: number;
  readonly unit: string;
}

/** Later than every sample. */
const NEVER = Number.MAX_SAFE_INTEGER;
/** How far back a sample with a unit is searched for: an entity that is unavailable may have none. */
const STEPS_BACK = 20;
/** More changes than these are no changes of a unit. */
const MAX_SPANS = 16;
/** The digits that a conversion keeps: more than sensors have. */
const DIGITS = 10;

/**
 * The numbers of an entity in the unit that it has now, which is what the axis shows. What was recorded in the unit of
 * another quantity, such as watts before degrees, is left out. A bucket in which the unit changed has its last number.
 */
export async function inPresentUnit(
  store: SampleStore,
  { entityId, from, to }: { readonly entityId: string; readonly from: number; readonly to: number },
  numbers: PlotNumbers,
): Promise<PlotNumbers> {
  const newest = (await store.lastBefore([entityId], NEVER)).get(entityId);
  const present = newest && (unitOf(newest) ?? (await unitBefore(store, entityId, newest.at)));
  if (newest === undefined || present === undefined) return numbers;
  const { width } = numbers;
  const first = numbers.buckets[0]?.start ?? from;
  const spans = await spansOf(store, entityId, {
    from: Math.min(first, from),
    to: Math.min(to, newest.at + 1),
    present,
    isPresent: to > newest.at,
  });
  if (spans.every(({ unit }) => unit === present)) return numbers;
  const buckets = numbers.buckets.flatMap((bucket): Bucket[] => {
    const end = bucket.start + width;
    const span = spans.findLast(({ at }) => at < end);
    if (span === undefined) return [bucket];
    // A change at the very start of a bucket leaves the value before it among the extremes.
    const own = span !== spans[0] && span.at >= bucket.start ? flat(bucket) : bucket;
    return span.unit === present ? [own] : converted(own, span.unit, present);
  });
  return { width, buckets };
}

/** The units of a range, found in the samples at its edges and, where these differ, between them. */
async function spansOf(
  store: SampleStore,
  entityId: string,
  {
    from,
    to,
    present,
    isPresent,
  }: {
    readonly from: number;
    readonly to: number;
    readonly present: string;
    /** Whether the range ends with the newest sample. */
    readonly isPresent: boolean;
  },
): Promise<readonly UnitSpan[]> {
  const unitAt = (at: number): Promise<string | undefined> => unitBefore(store, entityId, at);
  const begin = (await unitAt(from + 1)) ?? (await firstUnit(store, entityId, { from, to })) ?? present;
  const spans: UnitSpan[] = [{ at: from, unit: begin }];
  const end = isPresent ? present : ((await unitAt(to)) ?? begin);
  for (let last = spans[0]; last !== undefined && last.unit !== end && spans.length < MAX_SPANS; ) {
    const { at, unit } = last;
    let [low, high] = [at, to];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      const found = await unitAt(middle);
      if (found === undefined || found === unit) low = middle;
      else high = middle;
    }
    last = { at: high - 1, unit: (await unitAt(high)) ?? end };
    spans.push(last);
  }
  return spans;
}

/** The unit of the newest sample before a time that has one. */
async function unitBefore(store: SampleStore, entityId: string, at: number): Promise<string | undefined> {
  let before = at;
  for (let step = 0; step < STEPS_BACK; step += 1) {
    const sample = (await store.lastBefore([entityId], before)).get(entityId);
    if (sample === undefined) return undefined;
    const unit = unitOf(sample);
    if (unit !== undefined) return unit;
    before = sample.at;
  }
  return undefined;
}

/** The unit of the first sample in a range that has one. */
async function firstUnit(
  store: SampleStore,
  entityId: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<string | undefined> {
  for await (const { samples } of store.read({ entityIds: [entityId], from, to, withAttributes: true }))
    for (const sample of samples) {
      const unit = unitOf(sample);
      if (unit !== undefined) return unit;
    }
  return undefined;
}

function unitOf({ attributes }: Sample): string | undefined {
  const { unit_of_measurement: unit } = JSON.parse(attributes) as Record<string, unknown>;
  return typeof unit === 'string' ? unit : undefined;
}

/** A bucket with its last number alone. */
function flat({ start, last, covered }: Bucket): Bucket {
  return { start, min: last, mean: last, max: last, first: last, last, covered };
}

/** A bucket in another unit; none if that is one of another quantity. */
function converted(bucket: Bucket, from: string, to: string): Bucket[] {
  const unitClass = classOfUnit(from);
  if (unitClass?.has(to) !== true) return [];
  const conversion = unitClass.conversion(from, to);
  const value = (one: number): number => {
    const other = conversion === null ? one : conversion(one);
    return other === null ? Number.NaN : Number(other.toPrecision(DIGITS));
  };
  const { start, covered } = bucket;
  const [low, mean, high] = [value(bucket.min), value(bucket.mean), value(bucket.max)];
  const [first, last] = [value(bucket.first), value(bucket.last)];
  if (![low, mean, high, first, last].every(Number.isFinite)) return [];
  // Some conversions turn the order round, such as that of a distance per energy.
  return [{ start, min: Math.min(low, high), mean, max: Math.max(low, high), first, last, covered }];
}
