import { adaptiveBits } from './adaptive-bits.ts';
import { DamagedBlock } from './damaged-block.ts';
import { IntegerCost } from './integer-cost.ts';
import { IntegerModel } from './integer-model.ts';
import type { SymbolReader } from './symbol-reader.ts';
import type { SymbolWriter } from './symbol-writer.ts';

/** The last time that a Date can hold. */
export const MAX_TIME = 8.64e15;
/** A period is stored in this part of a millisecond. */
const PERIOD_UNITS = 256;
/** How far the expected times follow each deviation: fully (jitter adds up) or a little (a steady beat). */
const GAINS: readonly number[] = [1, 1 / 16];
const MAX_PERIOD = Number.MAX_SAFE_INTEGER;

/** Expects samples at multiples of a period after the one before. */
class Beat {
  private readonly period: number;
  private readonly gain: number;
  private expected: number;

  constructor(period: number, gain: number, first: number) {
    this.period = period;
    this.gain = gain;
    this.expected = first;
  }

  /** The most likely number of periods until a time. */
  periodsTo(at: number): number {
    return Math.max(1, Math.round((at - this.expected) / this.period));
  }

  /** The time expected after this many periods. */
  after(periods: number): number {
    return Math.round(this.expected + periods * this.period);
  }

  /** Follows an actual time. A deviation far beyond jitter starts a new beat. */
  follow(periods: number, at: number): void {
    const expected = this.expected + periods * this.period;
    const deviation = at - expected;
    const isNew = this.gain === 1 || Math.abs(deviation) * 8 > this.period;
    this.expected = isNew ? at : expected + deviation * this.gain;
  }
}

interface Rhythm {
  /** In units of 1/256 ms; 0 if the samples have none. */
  readonly period: number;
  readonly gain: number;
}

/** Writes strictly ascending times: as differences, or as deviations from a steady beat. */
export function writeTimes(writer: SymbolWriter, times: Float64Array): void {
  const first = times[0] ?? 0;
  const { period, gain } = bestRhythm(times);
  writer.number(first);
  writer.number(period);
  if (period === 0) {
    const model = new IntegerModel(true);
    for (let i = 1; i < times.length; i += 1) model.write(writer, (times[i] ?? 0) - (times[i - 1] ?? 0) - 1);
    return;
  }
  writer.plain(GAINS.indexOf(gain), 1);
  const skips = adaptiveBits(2);
  const periodsModel = new IntegerModel();
  const deviations = new IntegerModel();
  const beat = new Beat(period / PERIOD_UNITS, gain, first);
  let skipped = 0;
  for (let i = 1; i < times.length; i += 1) {
    const at = times[i] ?? 0;
    const periods = beat.periodsTo(at);
    writer.bit(skips, skipped, periods === 1 ? 0 : 1);
    skipped = periods === 1 ? 0 : 1;
    if (periods > 1) periodsModel.write(writer, periods - 2);
    deviations.writeSigned(writer, at - beat.after(periods));
    beat.follow(periods, at);
  }
}

/** Reads `count` times. */
export function readTimes(reader: SymbolReader, count: number): Float64Array {
  const times = new Float64Array(count);
  const first = reader.number(MAX_TIME);
  const period = reader.number(MAX_PERIOD);
  times[0] = first;
  if (period === 0) {
    const model = new IntegerModel(true);
    let at = first;
    for (let i = 1; i < count; i += 1) {
      at += model.read(reader) + 1;
      times[i] = at;
    }
  } else {
    readBeat(reader, times, { period, gain: GAINS[reader.plain(1)] ?? 1 });
  }
  for (let i = 1; i < count; i += 1)
    if (!((times[i] ?? 0) > (times[i - 1] ?? 0))) throw new DamagedBlock('times are not ascending');
  if ((times[count - 1] ?? 0) > MAX_TIME) throw new DamagedBlock('a time is out of range');
  return times;
}

function readBeat(reader: SymbolReader, times: Float64Array, { period, gain }: Rhythm): void {
  const skips = adaptiveBits(2);
  const periodsModel = new IntegerModel();
  const deviations = new IntegerModel();
  const beat = new Beat(period / PERIOD_UNITS, gain, times[0] ?? 0);
  let skipped = 0;
  for (let i = 1; i < times.length; i += 1) {
    skipped = reader.bit(skips, skipped);
    const periods = skipped === 0 ? 1 : periodsModel.read(reader) + 2;
    const at = beat.after(periods) + deviations.readSigned(reader);
    times[i] = at;
    beat.follow(periods, at);
  }
}

function bestRhythm(times: Float64Array): Rhythm {
  const gaps = new IntegerCost();
  for (let i = 1; i < times.length; i += 1) gaps.add((times[i] ?? 0) - (times[i - 1] ?? 0) - 1);
  let best: Rhythm = { period: 0, gain: 1 };
  let least = gaps.bits();
  for (const period of likelyPeriods(times)) {
    for (const gain of GAINS) {
      const bits = costOf(times, { period, gain });
      if (bits >= least) continue;
      least = bits;
      best = { period, gain };
    }
  }
  return best;
}

function costOf(times: Float64Array, { period, gain }: Rhythm): number {
  const periodsCost = new IntegerCost();
  const deviations = new IntegerCost();
  const beat = new Beat(period / PERIOD_UNITS, gain, times[0] ?? 0);
  for (let i = 1; i < times.length; i += 1) {
    const at = times[i] ?? 0;
    const periods = beat.periodsTo(at);
    periodsCost.add(periods - 1);
    deviations.add(at - beat.after(periods));
    beat.follow(periods, at);
  }
  return periodsCost.bits() + deviations.bits();
}

/** Periods that the median gap and a short gap suggest: unchanged values are not recorded, so gaps are multiples. */
function likelyPeriods(times: Float64Array): readonly number[] {
  const gaps = new Float64Array(Math.max(0, times.length - 1));
  for (let i = 0; i < gaps.length; i += 1) gaps[i] = (times[i + 1] ?? 0) - (times[i] ?? 0);
  if (gaps.length < 4) return [];
  const sorted = gaps.slice().sort();
  const middle = sorted[sorted.length >> 1] ?? 0;
  const short = sorted[sorted.length >> 4] ?? 0;
  const seeds = short * 1.5 < middle ? [middle, short] : [middle];
  return seeds
    .map((seed) => Math.round(refined(gaps, seed) * PERIOD_UNITS))
    .filter((period) => period > 0 && period <= MAX_PERIOD);
}

/** The mean period of the gaps that are nearly a multiple of the seed. */
function refined(gaps: Float64Array, seed: number): number {
  let time = 0;
  let periods = 0;
  for (const gap of gaps) {
    const multiple = Math.round(gap / seed);
    if (multiple < 1 || multiple > 4 || Math.abs(gap - multiple * seed) * 8 > seed) continue;
    time += gap;
    periods += multiple;
  }
  return periods === 0 ? seed : time / periods;
}
