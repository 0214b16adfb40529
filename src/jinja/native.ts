import type { Value } from './context.ts';
import { float } from './number.ts';
import { parseIntText } from './number-text.ts';

/** STUB */
export function parseNative(text: string): Value {
  if (/^[+-]?(?!0\d)\d*(\.\d*)?$/.test(text) && /\d/.test(text)) {
    return text.includes('.') ? float(Number(text)) : (parseIntText(text) ?? text);
  }
  return text;
}
