import type { Value } from '../values/context.ts';
import { TemplateFailure, typeError, valueError } from '../values/failure.ts';
import { LIMITS } from '../values/limits.ts';
import { floatOf, type Int, intOf, isFloat } from '../values/number.ts';
import { intText } from '../values/number-text.ts';
import { str, typeName } from '../values/printing.ts';
import { codePointLength, textOf } from '../values/protocol.ts';
import { PyObject } from '../values/py-object.ts';
import { characters } from '../values/text-pieces.ts';
import { spend } from '../values/work-meter.ts';
import { formatFloat } from './format-float.ts';

interface Spec {
  readonly fill: string;
  readonly align: string;
  readonly sign: string;
  readonly alternate: boolean;
  readonly width: number;
  readonly grouping: string;
  readonly precision: number | undefined;
  readonly type: string;
}

const SPEC = /^(?:([\s\S])?([<>=^]))?([-+ ]?)z?(#?)(0?)(\d*)([,_]?)(?:\.(\d+))?([a-zA-Z%]?)$/u;
const INT_TYPES = 'bcdoxXn';
const FLOAT_TYPES = 'eEfFgGn%';
const MAX_PRECISION = 5000;

function parseSpec(text: string, of: Value): Spec {
  const match = SPEC.exec(text);
  if (match === null) {
    throw valueError(`Invalid format specifier '${text}' for object of type '${typeName(of)}'`);
  }
  const [, fill, align, sign, alternate, zero, width, grouping, precision, type] = match;
  if (Number(width) > LIMITS.text || Number(precision ?? 0) > MAX_PRECISION) {
    throw valueError('Too many decimal digits in format string');
  }
  return {
    fill: fill ?? (zero === '0' ? '0' : ' '),
    align: align ?? (zero === '0' ? '=' : ''),
    sign: sign ?? '',
    alternate: alternate === '#',
    width: Number(width),
    grouping: grouping ?? '',
    precision: precision === undefined ? undefined : Number(precision),
    type: type ?? '',
  };
}

/** `format(value, spec)`: Python's format mini-language. */
export function formatValue(value: Value, specText: string): string {
  if (specText === '') return str(value);
  const text = textOf(value);
  if (text !== undefined) return formatText(text, parseSpec(specText, value));
  if (typeof value === 'boolean' && !/[bcdoxXneEfFgG%]$/.test(specText)) {
    return formatInt(Number(value), parseSpec(specText, value));
  }
  const whole = intOf(value);
  if (whole !== undefined) return formatInt(whole, parseSpec(specText, value));
  if (isFloat(value)) {
    const spec = parseSpec(specText, value);
    if (spec.type !== '' && !FLOAT_TYPES.includes(spec.type)) throw unknownCode(spec.type, 'float');
    return formatReal(floatOf(value), spec);
  }
  const own = value instanceof PyObject ? value.format(specText) : undefined;
  if (own === undefined) throw typeError(`unsupported format string passed to ${typeName(value)}.__format__`);
  return own;
}

function unknownCode(type: string, name: string): TemplateFailure {
  return valueError(`Unknown format code '${type}' for object of type '${name}'`);
}

function formatText(text: string, spec: Spec): string {
  if (spec.type !== '' && spec.type !== 's') throw unknownCode(spec.type, 'str');
  if (spec.sign !== '') throw valueError('Sign not allowed in string format specifier');
  if (spec.align === '=' && spec.fill !== '0') {
    throw valueError("'=' alignment not allowed in string format specifier");
  }
  const cut =
    spec.precision === undefined
      ? text
      : characters(text.slice(0, spec.precision * 2))
          .slice(0, spec.precision)
          .join('');
  return pad(cut, spec, spec.align === '=' || spec.align === '' ? '<' : spec.align);
}

function formatInt(value: Int, spec: Spec): string {
  const { type } = spec;
  if (type !== '' && !INT_TYPES.includes(type)) {
    if (!FLOAT_TYPES.includes(type)) throw unknownCode(type, 'int');
    return formatReal(floatOf(value), spec);
  }
  if (spec.precision !== undefined) throw valueError('Precision not allowed in integer format specifier');
  if (type === 'c') {
    if (value < 0 || value > 0x10ffff)
      throw new TemplateFailure('OverflowError', '%c arg not in range(0x110000)');
    return pad(String.fromCodePoint(Number(value)), spec, spec.align || '<');
  }
  const negative = value < 0;
  const magnitude = typeof value === 'number' ? Math.abs(value) : negative ? -value : value;
  const radix = type === 'b' ? 2 : type === 'o' ? 8 : type === 'x' || type === 'X' ? 16 : 10;
  const digits = radix === 10 ? intText(magnitude) : magnitude.toString(radix);
  const prefix = spec.alternate && radix !== 10 ? `0${type}` : '';
  return assemble(negative, prefix, type === 'X' ? digits.toUpperCase() : digits, spec, radix === 10 ? 3 : 4);
}

function formatReal(value: number, spec: Spec): string {
  const negative = value < 0 || Object.is(value, -0);
  const type = spec.type === 'n' ? 'g' : spec.type;
  const text = formatFloat(Math.abs(value), type, spec.precision, spec.alternate);
  return assemble(negative, '', text, spec, 3);
}

/** The sign, prefix and grouped digits, padded to the width. */
function assemble(negative: boolean, prefix: string, digits: string, spec: Spec, group: number): string {
  const sign = negative ? '-' : spec.sign === '+' || spec.sign === ' ' ? spec.sign : '';
  const head = `${sign}${prefix}`;
  const [, whole = '', rest = ''] = /^([0-9a-fA-F]*(?![^.e%])|[0-9]*)([\s\S]*)$/.exec(digits) ?? [];
  const zeroFilled = spec.fill === '0' && spec.align === '=';
  const room = zeroFilled ? spec.width - head.length - rest.length : 0;
  const grouped =
    spec.grouping === '' ? whole.padStart(room, '0') : groupDigits(whole, spec.grouping, group, room);
  const body = `${grouped}${rest}`;
  if (spec.align === '=')
    return head + spec.fill.repeat(Math.max(0, spec.width - head.length - body.length)) + body;
  return pad(head + body, spec, spec.align || '>');
}

function groupDigits(whole: string, separator: string, group: number, room: number): string {
  // Zeros fill the width, separators included. The result may be one wider: it cannot start with a separator.
  const sizeWith = (count: number): number => count + Math.floor((count - 1) / group);
  let count = Math.max(whole.length, Math.ceil((room * group) / (group + 1)) - 1);
  while (sizeWith(count) < room) count += 1;
  while (count > whole.length && sizeWith(count - 1) >= room) count -= 1;
  const digits = whole.padStart(count, '0');
  spend(count >> 2);
  const parts: string[] = [];
  for (let end = count; end > 0; end -= group) parts.push(digits.slice(Math.max(0, end - group), end));
  return parts.reverse().join(separator);
}

function pad(text: string, spec: Spec, align: string): string {
  const missing = spec.width - codePointLength(text);
  if (missing <= 0) return text;
  spend(missing >> 5);
  const left = align === '>' ? missing : align === '^' ? Math.floor(missing / 2) : 0;
  return spec.fill.repeat(left) + text + spec.fill.repeat(missing - left);
}
