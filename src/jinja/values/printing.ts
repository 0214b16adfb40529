import { Float } from '../../core/json.ts';
import type { Value } from './context.ts';
import { TemplateFailure } from './failure.ts';
import { LIMITS } from './limits.ts';
import { numberText } from './number-text.ts';
import { PyObject } from './py-object.ts';
import { mapPieces } from './text-pieces.ts';
import { Dict, dictEntries, isPlainDict, PySet, Tuple } from './values.ts';
import { spend } from './work-meter.ts';

/** Python's `str(value)`, the output of `{{ value }}`. */
export function str(value: Value): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return numberText(value);
  if (value instanceof PyObject && !isContainer(value)) return value.text();
  return repr(value);
}

function isContainer(value: PyObject): boolean {
  return value instanceof Tuple || value instanceof Dict || value instanceof PySet;
}

/** Python's `repr(value)`, the form of a value inside a list. */
export function repr(value: Value): string {
  if (typeof value === 'string') {
    spend(1 + (value.length >> 3));
    return stringRepr(value);
  }
  spend(1);
  if (value === null || value === undefined) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (typeof value === 'number' || typeof value === 'bigint' || value instanceof Float) {
    return numberText(value);
  }
  if (Array.isArray(value)) return `[${reprItems(value)}]`;
  if (value instanceof Tuple) return tupleRepr(value);
  if (value instanceof PySet) {
    return value.entries.size === 0 ? 'set()' : `{${reprItems(value.entries.values())}}`;
  }
  if (value instanceof Dict || isPlainDict(value)) {
    return `{${joined(dictEntries(value), ([key, item]) => `${repr(key)}: ${repr(item)}`)}}`;
  }
  return value instanceof PyObject ? value.repr() : '<object>';
}

function tupleRepr(tuple: Tuple): string {
  const { items, fields } = tuple;
  if (fields !== undefined && tuple.typeName !== 'tuple') {
    return `${tuple.typeName}(${items.map((item, index) => `${fields[index] ?? ''}=${repr(item)}`).join(', ')})`;
  }
  return items.length === 1 ? `(${repr(items[0])},)` : `(${reprItems(items)})`;
}

function reprItems(items: Iterable<Value>): string {
  return joined(items, repr);
}

/** The texts of items separated by commas; fails as soon as the result is too long. */
function joined<Item>(items: Iterable<Item>, textOfItem: (item: Item) => string): string {
  let text = '';
  for (const item of items) {
    const part = textOfItem(item);
    text += text === '' ? part : `, ${part}`;
    if (text.length > LIMITS.text) throw new TemplateFailure('MemoryError', 'text too long');
  }
  return text;
}

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\' };
const NOT_PRINTABLE = /[\\\n\r\t]|[^\P{C}]|[\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;

/**
 * In single quotes, or double quotes if the text contains only single ones; unprintable characters are
 * escaped.
 */
export function stringRepr(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  if (/^[ !#-&(-[\]-~]*$/.test(text)) return `'${text}'`;
  const body = mapPieces(text, (piece) => {
    const seen = piece.replace(NOT_PRINTABLE, (char) => ESCAPES[char] ?? codeEscape(char));
    return quote === "'" ? seen.replaceAll("'", "\\'") : seen;
  });
  if (body.length > LIMITS.text) throw new TemplateFailure('MemoryError', 'text too long');
  return `${quote}${body}${quote}`;
}

function codeEscape(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code < 0x100) return `\\x${hex.padStart(2, '0')}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}

/** Python's name of a value's type, for error messages. */
export function typeName(value: Value): string {
  switch (typeof value) {
    case 'string':
      return 'str';
    case 'boolean':
      return 'bool';
    case 'number':
      return Number.isSafeInteger(value) ? 'int' : 'float';
    case 'bigint':
      return 'int';
    default:
  }
  if (value === null || value === undefined) return 'NoneType';
  if (Array.isArray(value)) return 'list';
  if (value instanceof Float) return 'float';
  if (value instanceof PyObject) return value.typeName;
  return isPlainDict(value) ? 'dict' : 'object';
}
