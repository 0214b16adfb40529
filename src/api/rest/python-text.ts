import { type ExactJson, Float } from '../../core/json.ts';

/** A JSON value as Python's `str` prints it, since Home Assistant clients compare such texts with states. */
export function pythonText(value: ExactJson): string {
  return typeof value === 'string' ? value : represent(value);
}

function represent(value: ExactJson): string {
  if (value === null) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : floatText(value);
  if (value instanceof Float) return floatText(value.value);
  if (Array.isArray(value)) return `[${value.map(represent).join(', ')}]`;
  const entries = Object.entries(value as Readonly<Record<string, ExactJson>>);
  return `{${entries.map(([key, item]) => `${quoted(key)}: ${represent(item)}`).join(', ')}}`;
}

/** The shortest digits that parse to the same number, with a point or an exponent of at least two digits. */
function floatText(value: number): string {
  if (Object.is(value, -0)) return '-0.0';
  const [digits = '0', power = '0'] = value.toExponential().split('e');
  const exponent = Number(power);
  if (exponent < -4 || exponent >= 16) {
    const sign = exponent < 0 ? '-' : '+';
    return `${digits}e${sign}${String(Math.abs(exponent)).padStart(2, '0')}`;
  }
  const text = exponent < 0 ? fixed(value, digits, exponent) : String(value);
  return text.includes('.') ? text : `${text}.0`;
}

function fixed(value: number, digits: string, exponent: number): string {
  const bare = digits.replace(/[-.]/g, '');
  return `${value < 0 ? '-' : ''}0.${'0'.repeat(-exponent - 1)}${bare}`;
}

function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  let out = quote;
  for (const letter of text) out += escaped(letter, quote);
  return out + quote;
}

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\' };

function escaped(letter: string, quote: string): string {
  if (letter === quote) return `\\${letter}`;
  const short = SHORT[letter];
  if (short !== undefined) return short;
  if (letter === ' ' || !/[\p{C}\p{Z}]/u.test(letter)) return letter;
  const code = letter.codePointAt(0) ?? 0;
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, '0')}`;
  if (code < 0x1_0000) return `\\u${code.toString(16).padStart(4, '0')}`;
  return `\\U${code.toString(16).padStart(8, '0')}`;
}
