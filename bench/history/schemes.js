// Published ways to compress times and numbers, for comparison: bytes for a block of samples. Where a scheme only
// packs bits, they are counted; what goes through a general compressor is compressed.
import { brotliCompressSync, constants, deflateRawSync } from 'node:zlib';

const BITS = 8;
const view = new DataView(new ArrayBuffer(8));

const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
const deflated = (bytes) => deflateRawSync(bytes, { level: 9 }).length;
const brotli = (bytes) => brotliCompressSync(bytes, brotliOptions).length;

/** By name: bytes of the times of a block. */
export const TIME_SCHEMES = {
  'Gorilla (delta of delta, bits)': (times) => gorillaTimes(times) / BITS,
  'delta of delta, varint, deflate': (times) => deflated(varints(differences(times, 2))),
  'delta of delta, varint, brotli': (times) => brotli(varints(differences(times, 2))),
  'delta, frame of reference, exceptions': (times) => patchedBits(differences(times, 1).slice(1)) / BITS,
  'off a fitted beat, bits': (times) => patchedBits(offBeat(times)) / BITS,
  'off a fitted beat, varint, deflate': (times) => deflated(varints(offBeat(times))),
};

/** By name: bytes of the numbers of a block, given as texts. */
export const VALUE_SCHEMES = {
  'text, deflate': (texts) => deflated(Buffer.from(texts.join('\n'))),
  'text, brotli': (texts) => brotli(Buffer.from(texts.join('\n'))),
  'Gorilla (XOR)': (texts) => gorillaValues(texts) / BITS,
  Chimp128: (texts) => chimp128(texts) / BITS,
  'Elf+': (texts) => elf(texts) / BITS,
  'ALP (decimal, frame of reference)': (texts) => patchedBits(decimals(texts)) / BITS,
  'ALP on differences': (texts) => patchedBits(differences(decimals(texts), 1)) / BITS,
  'VictoriaMetrics (decimal, delta, varint), deflate': (texts) =>
    deflated(varints(differences(decimals(texts), 1))),
  'VictoriaMetrics (decimal, delta, varint), brotli': (texts) =>
    brotli(varints(differences(decimals(texts), 1))),
};

function differences(numbers, order) {
  let result = [...numbers];
  for (let round = 0; round < order; round += 1)
    result = result.map((number, i) => (i === 0 ? number : number - result[i - 1]));
  return result;
}

/** Mantissas at the most decimals that occur. */
function decimals(texts) {
  const most = Math.max(...texts.map((text) => (text.split('.')[1] ?? '').length));
  return texts.map((text) => Math.round(Number(text) * 10 ** most));
}

/** Zigzag numbers of seven bits to a byte. */
function varints(numbers) {
  const bytes = [];
  for (const number of numbers) {
    let rest = number < 0 ? -2 * number - 1 : 2 * number;
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
    bytes.push(rest);
  }
  return Uint8Array.from(bytes);
}

/** How far each time is from the nearest multiple of the period, beside the count of periods. */
function offBeat(times) {
  const gaps = differences(times, 1).slice(1);
  const seed = gaps.toSorted((a, b) => a - b)[gaps.length >> 4];
  const near = gaps.filter((gap) => Math.abs(gap - seed) < seed / 8);
  const period = near.reduce((sum, gap) => sum + gap, 0) / near.length;
  let expected = times[0];
  const numbers = [];
  for (const time of times.slice(1)) {
    const periods = Math.max(1, Math.round((time - expected) / period));
    expected += periods * period;
    const off = time - Math.round(expected);
    numbers.push(off);
    if (periods > 1) numbers.push(periods);
    expected += off / 16;
  }
  return numbers;
}

/** Bits of numbers above their minimum in the width that is cheapest; larger ones are exceptions of 80 bits. */
function patchedBits(numbers) {
  if (numbers.length === 0) return 0;
  const sorted = numbers.toSorted((a, b) => a - b);
  let least = Number.POSITIVE_INFINITY;
  for (const skip of [0, 0.005, 0.01, 0.02, 0.05]) {
    const base = sorted[Math.floor(skip * sorted.length)];
    for (let width = 0; width <= 52; width += 1) {
      const exceptions = numbers.filter((number) => number < base || number - base >= 2 ** width).length;
      least = Math.min(least, numbers.length * width + exceptions * 80);
      if (exceptions === 0) break;
    }
  }
  return least + 24 * BITS;
}

/** Gorilla's buckets, or Prometheus' for milliseconds where those are smaller. */
function gorillaTimes(times) {
  const deltas = differences(times, 2).slice(2);
  const sum = (buckets) =>
    deltas.reduce((bits, delta) => bits + buckets.find(([width]) => fits(delta, width))[1], 128);
  const facebook = [
    [0, 1],
    [7, 9],
    [9, 12],
    [12, 16],
    [32, 36],
    [64, 68],
  ];
  const prometheus = [
    [0, 1],
    [14, 16],
    [17, 20],
    [20, 24],
    [64, 68],
  ];
  return Math.min(sum(facebook), sum(prometheus));
}

function fits(number, width) {
  return width === 0 ? number === 0 : Math.abs(number) < 2 ** (width - 1);
}

function bitsOf(number) {
  view.setFloat64(0, number);
  return view.getBigUint64(0);
}

function leadingZeros(bits) {
  const high = Number(bits >> 32n);
  return high !== 0 ? Math.clz32(high) : 32 + Math.clz32(Number(bits & 0xffffffffn));
}

function trailingZeros(bits) {
  const low = Number(bits & 0xffffffffn);
  const word = low !== 0 ? low : Number(bits >> 32n);
  return (low !== 0 ? 0 : 32) + 31 - Math.clz32(word & -word);
}

function gorillaValues(texts) {
  let bits = 64;
  let previous = bitsOf(Number(texts[0]));
  let lead = 65;
  let trail = 0;
  for (const text of texts.slice(1)) {
    const current = bitsOf(Number(text));
    const xor = current ^ previous;
    previous = current;
    if (xor === 0n) {
      bits += 1;
      continue;
    }
    const leading = Math.min(31, leadingZeros(xor));
    const trailing = trailingZeros(xor);
    if (leading >= lead && trailing >= trail) bits += 2 + 64 - lead - trail;
    else {
      lead = leading;
      trail = trailing;
      bits += 2 + 5 + 6 + 64 - lead - trail;
    }
  }
  return bits;
}

const CHIMP_LEADS = [24, 22, 20, 18, 16, 12, 8, 0];

function chimp128(texts) {
  const window = [];
  let bits = 64;
  let storedLead = -1;
  for (const text of texts) {
    const current = bitsOf(Number(text));
    const previous = window.at(-1);
    if (previous !== undefined) {
      const similar = window.findLast((each) => (each & 0x3fffn) === (current & 0x3fffn));
      const far = similar === undefined ? undefined : current ^ similar;
      const near = current ^ previous;
      const lead = CHIMP_LEADS.find((each) => each <= leadingZeros(near === 0n ? 1n : near));
      if (far === 0n) bits += 2 + 7;
      else if (far !== undefined && trailingZeros(far) > 13) {
        const farLead = CHIMP_LEADS.find((each) => each <= leadingZeros(far));
        bits += 2 + 7 + 3 + 6 + 64 - farLead - trailingZeros(far);
        storedLead = -1;
      } else if (lead === storedLead) bits += 2 + 64 - lead;
      else {
        bits += 2 + 3 + 64 - lead;
        storedLead = lead;
      }
    }
    window.push(current);
    if (window.length > 128) window.shift();
  }
  return bits;
}

/** Zeroes the bits of a double that its decimals do not need, then writes XORs. */
function elf(texts) {
  let bits = 64;
  let previous;
  let storedSignificant = -1;
  let lead = 65;
  let trail = 0;
  for (const text of texts) {
    const number = Number(text);
    const places = (text.split('.')[1] ?? '').length;
    const significant = text.replace(/[-.]/g, '').replace(/^0+/, '').length;
    const exponent = Number((bitsOf(number) >> 52n) & 0x7ffn) - 1023;
    const kept = Math.max(0, Math.ceil(places * Math.log2(10)) + exponent);
    const erased = (bitsOf(number) >> BigInt(Math.max(0, 52 - kept))) << BigInt(Math.max(0, 52 - kept));
    if (significant === storedSignificant) bits += 1;
    else bits += 2 + 4;
    storedSignificant = significant;
    if (previous !== undefined) {
      const xor = erased ^ previous;
      const leading = xor === 0n ? 64 : CHIMP_LEADS.find((each) => each <= leadingZeros(xor));
      const trailing = xor === 0n ? 0 : trailingZeros(xor);
      if (xor === 0n) bits += 2;
      else if (leading >= lead && trailing >= trail && leading - lead + trailing - trail < 8)
        bits += 2 + 64 - lead - trail;
      else {
        lead = leading;
        trail = trailing;
        const center = 64 - lead - trail;
        bits += center <= 16 ? 2 + 3 + 4 + center - 1 : 2 + 3 + 6 + center - 1;
      }
    }
    previous = erased;
  }
  return bits;
}
