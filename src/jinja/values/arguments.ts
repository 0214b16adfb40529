import type { Value } from './context.ts';
import { typeError } from './failure.ts';
import { intOf } from './number.ts';
import { typeName } from './printing.ts';
import { textOf } from './protocol.ts';

/** A required text. */
export function needText(value: Value, what = 'argument'): string {
  const text = textOf(value);
  if (text === undefined) throw typeError(`${what} must be str, not ${typeName(value)}`);
  return text;
}

/** An int, as Python accepts one for an index; throws `TypeError` for anything else. */
export function needInt(value: Value): number {
  const whole = intOf(value);
  if (whole === undefined) throw typeError(`'${typeName(value)}' object cannot be interpreted as an integer`);
  return Number(whole);
}
