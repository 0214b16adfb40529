import { needInt } from '../values/arguments.ts';
import { callable, table } from '../values/call.ts';
import type { Callable, Value } from '../values/context.ts';
import { TemplateFailure } from '../values/failure.ts';
import { bitLength, floatOf, int, intOf, isNumeric } from '../values/number.ts';
import { Bytes } from '../values/objects.ts';
import { Tuple } from '../values/values.ts';

function big(value: Value): bigint {
  return BigInt(intOf(value) ?? 0);
}

function real(value: Value): number {
  return isNumeric(value) ? floatOf(value) : 0;
}

function ratio(value: number): Tuple {
  if (!Number.isFinite(value)) {
    throw new TemplateFailure(
      Number.isNaN(value) ? 'ValueError' : 'OverflowError',
      'cannot convert to integer ratio',
    );
  }
  let [top, bottom] = [value, 1n];
  while (!Number.isInteger(top)) {
    top *= 2;
    bottom *= 2n;
  }
  return new Tuple([int(BigInt(top)), int(bottom)]);
}

function toBytes(value: bigint, length: number, order: Value): Bytes {
  if (value < 0n || length > 1024 || value >> BigInt(length * 8) !== 0n) {
    throw new TemplateFailure(
      'OverflowError',
      value < 0n ? "can't convert negative int to unsigned" : 'int too big to convert',
    );
  }
  const data = Uint8Array.from({ length }, (_, at) => Number((value >> BigInt(8 * at)) & 255n));
  return new Bytes(order === 'little' ? data : data.reverse());
}

const same = (name: string): Callable => callable(`${name}(self)`, (_context, self) => intOf(self) ?? self);

const INT: readonly Callable[] = [
  callable('bit_length(self)', (_context, self) => bitLength(big(self))),
  callable('bit_count(self)', (_context, self) => {
    const bits = (big(self) < 0n ? -big(self) : big(self)).toString(2);
    return bits.replaceAll('0', '').length;
  }),
  callable("to_bytes(self, length=1, byteorder='big')", (_context, self, length, order) =>
    toBytes(big(self), length === undefined ? 1 : needInt(length), order),
  ),
  same('conjugate'),
  callable('is_integer(self)', () => true),
  callable('as_integer_ratio(self)', (_context, self) => new Tuple([intOf(self), 1])),
];

function hex(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf';
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  if (value === 0) return `${sign}0x0.0p+0`;
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, Math.abs(value));
  const raw = bits.getBigUint64(0);
  const exponent = Number(raw >> 52n);
  const mantissa = (raw & 0xfffffffffffffn).toString(16).padStart(13, '0');
  const power = exponent === 0 ? -1022 : exponent - 1023;
  return `${sign}0x${exponent === 0 ? 0 : 1}.${mantissa}p${power < 0 ? '' : '+'}${power}`;
}

const FLOAT: readonly Callable[] = [
  callable('is_integer(self)', (_context, self) => Number.isInteger(real(self))),
  callable('as_integer_ratio(self)', (_context, self) => ratio(real(self))),
  callable('conjugate(self)', (_context, self) => self),
  callable('hex(self)', (_context, self) => hex(real(self))),
];

/** The methods of ints (and booleans) and of floats. */
export const INT_METHODS = table(INT);
export const FLOAT_METHODS = table(FLOAT);
