import { DamagedBlock } from '../samples/damaged-block.ts';

/** Numbers of equal length side by side; NaN stands for no value. */
export type Columns = readonly Float64Array[];

/** How a column is stored: the lower bits of its first byte. */
const EMPTY = 0;
const CONSTANT = 1;
const STEPS = 2;
const DECIMAL = 3;
const RAW = 4;
/** Set in that byte if a bitmap of the values that exist follows. */
const WITH_GAPS = 0x80;

/** Powers of ten by which decimals are multiplied to become integers; negative ones shorten round times. */
const EXPONENTS = [-5, 0, 1, 2, 3, 4, 5, 6];
/** Differences of such integers fit a zigzag number of 53 bits. */
const MAX_INTEGER = 2 ** 50;
const POWERS = Array.from({ length: 10 }, (_, power) => 10 ** power);

/** Packs columns: constants and equal steps in a few bytes, decimals as differences, all others as doubles. */
export function encodeColumns(columns: Columns): Uint8Array {
  const length = columns[0]?.length ?? 0;
  const parts = columns.map((column) => encodeColumn(column));
  const head = new Uint8Array(5 + 4 * parts.length);
  const view = new DataView(head.buffer);
  view.setUint32(0, length, true);
  view.setUint8(4, parts.length);
  for (const [index, part] of parts.entries()) view.setUint32(5 + 4 * index, part.length, true);
  return Buffer.concat([head, ...parts]);
}

/** Packed columns, each unpacked on demand. Throws `DamagedBlock` for bytes in another format. */
export class PackedColumns {
  readonly length: number;
  private readonly bytes: Uint8Array;
  private readonly places: readonly { readonly at: number; readonly size: number }[];

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.length < 5) throw new DamagedBlock('too short');
    this.length = view.getUint32(0, true);
    const count = view.getUint8(4);
    let at = 5 + 4 * count;
    if (bytes.length < at) throw new DamagedBlock('too short');
    this.places = Array.from({ length: count }, (_, index) => {
      const size = view.getUint32(5 + 4 * index, true);
      const place = { at, size };
      at += size;
      return place;
    });
    if (at !== bytes.length) throw new DamagedBlock('length');
  }

  /** A column; undefined if it has no values. */
  column(index: number): Float64Array | undefined {
    const place = this.places[index];
    if (place === undefined || this.bytes[place.at] === EMPTY) return undefined;
    return decodeColumn(this.bytes.subarray(place.at, place.at + place.size), this.length);
  }
}

function encodeColumn(column: Float64Array): Uint8Array {
  const values = column.filter((value) => !Number.isNaN(value));
  const [first] = values;
  if (first === undefined) return Uint8Array.of(EMPTY);
  const bitmap = values.length === column.length ? new Uint8Array() : bitmapOf(column);
  const packed = packConstant(values) ?? packSteps(values) ?? packDecimals(values) ?? packRaw(values);
  const tag = (packed[0] ?? EMPTY) | (bitmap.length > 0 ? WITH_GAPS : 0);
  return Buffer.concat([Uint8Array.of(tag), bitmap, packed.subarray(1)]);
}

function decodeColumn(bytes: Uint8Array, length: number): Float64Array {
  const tag = bytes[0] ?? EMPTY;
  if ((tag & WITH_GAPS) === 0) return unpack(tag, bytes.subarray(1), length);
  const bitmap = bytes.subarray(1, 1 + Math.ceil(length / 8));
  let count = 0;
  for (let index = 0; index < length; index += 1) count += bitAt(bitmap, index);
  const values = unpack(tag & ~WITH_GAPS, bytes.subarray(1 + bitmap.length), count);
  const column = new Float64Array(length).fill(Number.NaN);
  let next = 0;
  for (let index = 0; index < length; index += 1)
    if (bitAt(bitmap, index) === 1) {
      column[index] = values[next] ?? Number.NaN;
      next += 1;
    }
  return column;
}

function unpack(form: number, bytes: Uint8Array, length: number): Float64Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (form === CONSTANT) return new Float64Array(length).fill(view.getFloat64(0, true));
    if (form === STEPS) {
      const [first, step] = [view.getFloat64(0, true), view.getFloat64(8, true)];
      const values = new Float64Array(length);
      for (let index = 0; index < length; index += 1) values[index] = first + index * step;
      return values;
    }
    if (form === DECIMAL) return unpackDecimals(bytes, length);
    if (form === RAW) return new Float64Array(new Uint8Array(bytes).buffer, 0, length);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw new DamagedBlock(`form ${form}`);
}

function packConstant(values: Float64Array): Uint8Array | undefined {
  const first = values[0] ?? 0;
  if (!values.every((value) => Object.is(value, first))) return undefined;
  return packNumbers(CONSTANT, [first]);
}

/** Whole numbers with equal steps, as times are. */
function packSteps(values: Float64Array): Uint8Array | undefined {
  const first = values[0] ?? 0;
  const step = (values[1] ?? 0) - first;
  const isRegular = values.every(
    (value, index) => Number.isSafeInteger(value) && !Object.is(value, -0) && value === first + index * step,
  );
  return isRegular ? packNumbers(STEPS, [first, step]) : undefined;
}

function packRaw(values: Float64Array): Uint8Array {
  return packNumbers(RAW, values);
}

function packNumbers(form: number, numbers: ArrayLike<number>): Uint8Array {
  const packed = new Uint8Array(1 + 8 * numbers.length);
  packed[0] = form;
  packed.set(new Uint8Array(Float64Array.from(numbers).buffer), 1);
  return packed;
}

/** Undefined if some value has too many decimals, or if doubles are shorter. */
function packDecimals(values: Float64Array): Uint8Array | undefined {
  const exponent = EXPONENTS.find((one) => values.every((value) => isDecimal(value, one)));
  if (exponent === undefined) return undefined;
  const packed = Buffer.alloc(2 + 8 * values.length);
  packed[0] = DECIMAL;
  packed.writeInt8(exponent, 1);
  let at = 2;
  let last = 0;
  for (const value of values) {
    const integer = scaled(value, exponent);
    const difference = integer - last;
    last = integer;
    let zigzag = difference >= 0 ? 2 * difference : -2 * difference - 1;
    while (zigzag >= 0x80) {
      packed[at] = (zigzag % 0x80) + 0x80;
      zigzag = Math.floor(zigzag / 0x80);
      at += 1;
    }
    packed[at] = zigzag;
    at += 1;
    if (at + 8 > packed.length) return undefined;
  }
  return packed.subarray(0, at);
}

function unpackDecimals(bytes: Uint8Array, length: number): Float64Array {
  const exponent = ((bytes[0] ?? 0) << 24) >> 24;
  const power = POWERS[Math.abs(exponent)] ?? Number.NaN;
  const values = new Float64Array(length);
  let at = 1;
  let last = 0;
  for (let index = 0; index < length; index += 1) {
    let zigzag = 0;
    let weight = 1;
    let byte = bytes[at] ?? 0;
    for (at += 1; byte >= 0x80; at += 1) {
      zigzag += (byte - 0x80) * weight;
      weight *= 0x80;
      byte = bytes[at] ?? 0;
    }
    zigzag += byte * weight;
    last += zigzag % 2 === 0 ? zigzag / 2 : -(zigzag + 1) / 2;
    values[index] = exponent < 0 ? last * power : last / power;
  }
  if (at > bytes.length) throw new DamagedBlock('decimals');
  return values;
}

function isDecimal(value: number, exponent: number): boolean {
  const integer = scaled(value, exponent);
  if (Math.abs(integer) > MAX_INTEGER || Object.is(value, -0)) return false;
  const power = POWERS[Math.abs(exponent)] ?? 1;
  return (exponent < 0 ? integer * power : integer / power) === value;
}

function scaled(value: number, exponent: number): number {
  const power = POWERS[Math.abs(exponent)] ?? 1;
  return Math.round(exponent < 0 ? value / power : value * power);
}

function bitmapOf(column: Float64Array): Uint8Array {
  const bitmap = new Uint8Array(Math.ceil(column.length / 8));
  for (const [index, value] of column.entries())
    if (!Number.isNaN(value)) bitmap[index >> 3] = (bitmap[index >> 3] ?? 0) | (1 << (index & 7));
  return bitmap;
}

function bitAt(bitmap: Uint8Array, index: number): number {
  return ((bitmap[index >> 3] ?? 0) >> (index & 7)) & 1;
}
