import { Float } from '../../core/json.ts';
import type { Value } from './context.ts';
import { float, floatOf, int, intOf, isFloat } from './number.ts';
import { Bytes } from './objects.ts';

const SIZES: Readonly<Record<string, number>> = {
  b: 1,
  B: 1,
  '?': 1,
  h: 2,
  H: 2,
  i: 4,
  I: 4,
  l: 4,
  L: 4,
  q: 8,
  Q: 8,
  n: 8,
  N: 8,
  e: 2,
  f: 4,
  d: 8,
};
const SIGNED = 'bhilqn';

interface Format {
  readonly little: boolean;
  readonly type: string;
  readonly size: number;
  readonly pad: number;
}

/** One item, with leading pad bytes; `undefined` for anything else. */
function parseFormat(text: string): Format | undefined {
  const match = /^([@=<>!]?)(\d*x)?\s*(\d*)([bB?hHiIlLqQnNefdcs])$/.exec(text);
  if (match === null) return undefined;
  const [, order = '', padding, repeat = '', type = ''] = match;
  const native = order === '' || order === '@';
  if (!native && (type === 'n' || type === 'N')) return undefined;
  const base = type === 's' ? Number(repeat || '1') : type === 'c' ? 1 : (SIZES[type] ?? 0);
  if (type !== 's' && repeat !== '' && repeat !== '1') return undefined;
  const size = native && (type === 'l' || type === 'L') ? 8 : base;
  const pad = padding === undefined ? 0 : Number(padding.slice(0, -1) || '1');
  if (size > 65_536 || pad > 65_536) return undefined;
  return { little: order !== '>' && order !== '!', type, size, pad };
}

/** Python's `struct.pack` of one value; `undefined` if it does not fit. */
export function packValue(value: Value, formatText: string): Uint8Array | undefined {
  const format = parseFormat(formatText);
  if (format === undefined) return undefined;
  const { type, size, little, pad } = format;
  const data = new Uint8Array(pad + size);
  const view = new DataView(data.buffer, pad);
  if (type === 's' || type === 'c') {
    if (!(value instanceof Bytes) || (type === 'c' && value.data.length !== 1)) return undefined;
    data.set(value.data.subarray(0, size), pad);
    return data;
  }
  if (type === '?') {
    data[pad] = value === null || value === false || value === 0 || value === '' ? 0 : 1;
    return data;
  }
  if ('efd'.includes(type)) return packFloat(value, type, view, little) ? data : undefined;
  const whole = intOf(value);
  if (whole === undefined) return undefined;
  const big = BigInt(whole);
  const bits = BigInt(size * 8);
  const signed = SIGNED.includes(type);
  const [low, high] = signed ? [-(1n << (bits - 1n)), (1n << (bits - 1n)) - 1n] : [0n, (1n << bits) - 1n];
  if (big < low || big > high) return undefined;
  for (let at = 0; at < size; at += 1) {
    const shift = BigInt(8 * (little ? at : size - 1 - at));
    data[pad + at] = Number((BigInt.asUintN(size * 8, big) >> shift) & 255n);
  }
  return data;
}

function packFloat(value: Value, type: string, view: DataView, little: boolean): boolean {
  if (!isFloat(value) && intOf(value) === undefined) return false;
  const number = value instanceof Float ? value.value : floatOf(value as number);
  if (type === 'd') view.setFloat64(0, number, little);
  else if (type === 'f') {
    if (Number.isFinite(number) && !Number.isFinite(Math.fround(number))) return false;
    view.setFloat32(0, number, little);
  } else {
    const half = toHalf(number);
    if (half === undefined) return false;
    view.setUint16(0, half, little);
  }
  return true;
}

/** A float in 16 bits, rounded half to even. */
function toHalf(number: number): number | undefined {
  const sign = number < 0 || Object.is(number, -0) ? 0x8000 : 0;
  const magnitude = Math.abs(number);
  if (Number.isNaN(number)) return 0x7e00;
  if (magnitude === Number.POSITIVE_INFINITY) return sign | 0x7c00;
  const exponent = Math.max(-14, Math.floor(Math.log2(magnitude || 2 ** -14)));
  const scaled = magnitude / 2 ** (exponent - 10);
  const floor = Math.floor(scaled);
  const rest = scaled - floor;
  const rounded = rest > 0.5 || (rest === 0.5 && floor % 2 === 1) ? floor + 1 : floor;
  const bits = exponent === -14 && rounded < 1024 ? rounded : ((exponent + 15) << 10) + (rounded - 1024);
  return bits >= 0x7c00 ? undefined : sign | bits;
}

function fromHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25));
}

/** Python's `struct.unpack_from` of one value; `undefined` if there are too few bytes. */
export function unpackValue(data: Uint8Array, formatText: string, offset: number): Value {
  const format = parseFormat(formatText);
  const start = offset < 0 ? offset + data.length : offset;
  if (format === undefined || start < 0 || start + format.pad + format.size > data.length) return undefined;
  const { type, size, little } = format;
  const bytes = Uint8Array.from(data.subarray(start + format.pad, start + format.pad + size));
  if (type === 's' || type === 'c') return new Bytes(bytes);
  if (type === '?') return bytes[0] !== 0;
  const view = new DataView(bytes.buffer);
  if (type === 'd') return float(view.getFloat64(0, little));
  if (type === 'f') return float(view.getFloat32(0, little));
  if (type === 'e') return float(fromHalf(view.getUint16(0, little)));
  let value = 0n;
  for (const byte of little ? bytes.reverse() : bytes) value = (value << 8n) | BigInt(byte);
  return int(SIGNED.includes(type) ? BigInt.asIntN(size * 8, value) : value);
}
