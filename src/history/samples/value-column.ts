import { adaptiveBits } from './adaptive-bits.ts';
import { DamagedBlock } from './damaged-block.ts';
import type { DecimalForm } from './decimal.ts';
import { DecimalTexts } from './decimal-texts.ts';
import { DoubleModel, isDoubleText } from './double-model.ts';
import { entropy } from './integer-cost.ts';
import { bestPrediction, MantissaModel, readPrediction, writePrediction } from './mantissa-model.ts';
import { BITS_OF_OTHERS, MOST_DECIMALS, numbersAmong } from './number-form.ts';
import type { SymbolReader } from './symbol-reader.ts';
import type { SymbolWriter } from './symbol-writer.ts';
import { entryAt, FEW, IndexModel, readDictionary, writeDictionary } from './text-column.ts';

/** What a value is written as. */
const DECIMAL = 0;
const TEXT = 1;
const DOUBLE = 2;
/** The kind of a column whose values each have a kind of their own. */
const MIXED = 3;
const KIND_BITS = 2;
const KINDS = 4;
/** About what a new pair of successive texts costs, and a character of the dictionary. */
const BITS_OF_A_PAIR = 8;
const BITS_OF_A_CHARACTER = 5;

const NO_NUMBERS = new Float64Array(0);

type Value = string | null;

/** How a column is written. */
interface Plan {
  readonly kinds: Uint8Array;
  readonly all: number;
  readonly mantissas: Float64Array;
  readonly form: DecimalForm;
  readonly entries: ReadonlyMap<Value, number>;
}

/**
 * Writes texts exactly as they are: decimal numbers by differences of their digits, other numbers as doubles
 * where that gives the same text, everything else by a dictionary.
 */
export function writeValues(writer: SymbolWriter, values: readonly Value[]): void {
  const { kinds, all, mantissas, form, entries } = plan(values);
  writer.plain(all, KIND_BITS);
  const hasDecimals = all === DECIMAL || all === MIXED;
  let decimals: MantissaModel | undefined;
  if (hasDecimals) {
    const prediction = bestPrediction(mantissas);
    writer.plain(form.most, 4);
    writer.plain(form.least, 4);
    writePrediction(writer, prediction);
    decimals = new MantissaModel(prediction);
  }
  if (all === TEXT || all === MIXED) writeDictionary(writer, [...entries.keys()]);
  const kindBits = adaptiveBits(KINDS * KINDS);
  const texts = new IndexModel(entries.size);
  let doubles: DoubleModel | undefined;
  let previous = 0;
  for (let i = 0; i < values.length; i += 1) {
    const kind = kinds[i] ?? TEXT;
    if (all === MIXED) writer.tree(kindBits, previous * KINDS, KIND_BITS, kind);
    previous = kind;
    const value = values[i] ?? null;
    if (kind === DECIMAL) decimals?.write(writer, mantissas[i] ?? 0);
    else if (kind === TEXT) texts.write(writer, entries.get(value) ?? 0);
    else {
      doubles ??= new DoubleModel();
      doubles.write(writer, Number(value));
    }
  }
}

/** Reads `count` texts. */
export function readValues(reader: SymbolReader, count: number): Value[] {
  const all = reader.plain(KIND_BITS);
  const hasDecimals = all === DECIMAL || all === MIXED;
  const form = { most: hasDecimals ? reader.plain(4) : 0, least: hasDecimals ? reader.plain(4) : 0 };
  if (form.least > form.most || form.most > MOST_DECIMALS)
    throw new DamagedBlock('an unknown form of numbers');
  const decimals = new MantissaModel(hasDecimals ? readPrediction(reader) : { order: 1, base: 0 });
  const entries = all === TEXT || all === MIXED ? readDictionary(reader, count) : [];
  const kindBits = adaptiveBits(KINDS * KINDS);
  const texts = new IndexModel(entries.length);
  let doubles: DoubleModel | undefined;
  const printed = new DecimalTexts(form, count);
  const values: Value[] = [];
  let kind = all;
  let previous = 0;
  for (let i = 0; i < count; i += 1) {
    if (all === MIXED) kind = reader.tree(kindBits, previous * KINDS, KIND_BITS);
    previous = kind;
    if (kind === DECIMAL) values.push(printed.of(decimals.read(reader)));
    else if (kind === TEXT) values.push(entryAt(entries, texts.read(reader)));
    else if (kind === DOUBLE) {
      doubles ??= new DoubleModel();
      values.push(String(doubles.read(reader)));
    } else throw new DamagedBlock('an unknown kind of value');
  }
  return values;
}

function plan(values: readonly Value[]): Plan {
  const [constant = null] = values;
  if (values.length > 0 && values.every((value) => value === constant))
    return {
      kinds: new Uint8Array(values.length).fill(TEXT),
      all: TEXT,
      entries: new Map([[constant, 0]]),
      mantissas: NO_NUMBERS,
      form: { most: 0, least: 0 },
    };
  const numbers = numbersAmong(values);
  const prediction = bestPrediction(numbers.mantissas);
  const asNumbers = prediction.bits + (values.length - numbers.count) * BITS_OF_OTHERS;
  const asTexts = numbers.count === 0 ? 0 : bitsOfFewTexts(values);
  const kinds = new Uint8Array(values.length).fill(TEXT);
  const entries = new Map<Value, number>();
  const isFew = asTexts < asNumbers && numbers.count > 0;
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] ?? null;
    if (!isFew && !Number.isNaN(numbers.mantissas[i])) kinds[i] = DECIMAL;
    else if (!isFew && value !== null && isDoubleText(value)) kinds[i] = DOUBLE;
    else if (!entries.has(value)) entries.set(value, entries.size);
  }
  const first = kinds[0] ?? TEXT;
  const all = kinds.every((kind) => kind === first) ? first : MIXED;
  return { kinds, all, entries, mantissas: numbers.mantissas, form: numbers.form };
}

/** About how many bits values take if all are in a small dictionary, each coded depending on the one before. */
function bitsOfFewTexts(values: readonly Value[]): number {
  const entries = new Map<Value, number>();
  const pairs = new Float64Array(FEW * FEW);
  const totals = new Float64Array(FEW);
  let bits = 0;
  let previous = 0;
  for (const value of values) {
    let index = entries.get(value);
    if (index === undefined) {
      index = entries.size;
      if (index === FEW) return Number.POSITIVE_INFINITY;
      entries.set(value, index);
      bits += (value?.length ?? 0) * BITS_OF_A_CHARACTER;
    }
    const pair = previous * FEW + index;
    if (pairs[pair] === 0) bits += BITS_OF_A_PAIR;
    pairs[pair] = (pairs[pair] ?? 0) + 1;
    totals[previous] = (totals[previous] ?? 0) + 1;
    previous = index;
  }
  for (let at = 0; at < entries.size; at += 1)
    bits += entropy(pairs.subarray(at * FEW, at * FEW + FEW), totals[at] ?? 0);
  return bits;
}
