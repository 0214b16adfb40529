import { type DecimalForm, decimalsOf, MAX_MANTISSA, mantissaOf } from './decimal.ts';
import { IntegerCost } from './integer-cost.ts';

/** The cost of a text that needs a double with many digits: about 9 bytes. */
export const BITS_OF_OTHERS = 72;
export const MOST_DECIMALS = 15;

/** The decimal numbers among texts: their mantissas at the decimals of the form, NaN for all other texts. */
export interface Numbers {
  readonly form: DecimalForm;
  readonly mantissas: Float64Array;
  /** How many texts are such numbers. */
  readonly count: number;
}

interface Parsed {
  readonly mantissas: Float64Array;
  readonly decimals: Uint8Array;
  /** By decimals: numbers, and those of them that end with a zero after the point. */
  readonly counts: Float64Array;
  readonly zeros: Float64Array;
}

/** Finds the form that writes most of the texts exactly and compactly. */
export function numbersAmong(texts: readonly (string | null)[]): Numbers {
  const parsed = parse(texts);
  let best: Numbers | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (let most = 0; most <= MOST_DECIMALS; most += 1) {
    if ((parsed.counts[most] ?? 0) === 0) continue;
    const numbers = inForm(parsed, { most, least: leastDecimals(parsed, most) });
    const bits = costOf(numbers);
    if (bits >= least) continue;
    best = numbers;
    least = bits;
  }
  return best ?? { form: { most: 0, least: 0 }, mantissas: parsed.mantissas, count: 0 };
}

function parse(texts: readonly (string | null)[]): Parsed {
  const mantissas = new Float64Array(texts.length).fill(Number.NaN);
  const decimals = new Uint8Array(texts.length);
  const counts = new Float64Array(MOST_DECIMALS + 1);
  const zeros = new Float64Array(MOST_DECIMALS + 1);
  for (let i = 0; i < texts.length; i += 1) {
    const text = texts[i];
    if (text === null || text === undefined) continue;
    const mantissa = mantissaOf(text);
    if (Number.isNaN(mantissa)) continue;
    const places = decimalsOf(text);
    mantissas[i] = mantissa;
    decimals[i] = places;
    counts[places] = (counts[places] ?? 0) + 1;
    if (places > 0 && mantissa % 10 === 0) zeros[places] = (zeros[places] ?? 0) + 1;
  }
  return { mantissas, decimals, counts, zeros };
}

/** The number of decimals to keep, so that as few numbers as possible do not fit the form with `most` decimals. */
function leastDecimals({ counts, zeros }: Parsed, most: number): number {
  let best = most;
  let fewest = Number.POSITIVE_INFINITY;
  for (let least = most; least >= 0; least -= 1) {
    let others = 0;
    for (let places = 0; places <= most; places += 1)
      others += (places < least ? counts[places] : places > least ? zeros[places] : 0) ?? 0;
    if (others >= fewest) continue;
    best = least;
    fewest = others;
  }
  return best;
}

function inForm({ mantissas, decimals }: Parsed, form: DecimalForm): Numbers {
  const scaled = new Float64Array(mantissas.length).fill(Number.NaN);
  let count = 0;
  for (let i = 0; i < scaled.length; i += 1) {
    const mantissa = mantissas[i] ?? Number.NaN;
    const places = decimals[i] ?? 0;
    if (Number.isNaN(mantissa) || places > form.most || places < form.least) continue;
    if (places > form.least && mantissa % 10 === 0) continue;
    const value = places === form.most ? mantissa : mantissa * 10 ** (form.most - places);
    if (Math.abs(value) > MAX_MANTISSA) continue;
    scaled[i] = value;
    count += 1;
  }
  return { form, mantissas: scaled, count };
}

function costOf({ mantissas, count }: Numbers): number {
  const differences = new IntegerCost();
  let previous = 0;
  for (const mantissa of mantissas) {
    if (Number.isNaN(mantissa)) continue;
    differences.add(mantissa - previous);
    previous = mantissa;
  }
  return differences.bits() + (mantissas.length - count) * BITS_OF_OTHERS;
}
