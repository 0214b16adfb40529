import { isObject } from '../../core/coerce.ts';
import { Float } from '../../core/json.ts';
import { resolvePlain, type YamlValue } from './scalar.ts';

/** `step` is the indentation of a list below its key: 0 as in Home Assistant, or 2. */
export interface WriteStyle {
  readonly step: 0 | 2;
}

/** How a text was quoted before. */
export type Quoting = 'plain' | 'single' | 'double';

/** Text that stands for a tag, as `config/…` returns and accepts it. */
const TAG =
  /^!(?:secret|include|include_dir_list|include_dir_named|include_dir_merge_list|include_dir_merge_named|input) [^\s"'#:,[\]{}][^\n"'#:]*$/;
/** Words that some parsers do not read as text. */
const LOADED = /^(?:y|n|yes|no|on|off|true|false|null|nan|inf)$/i;
const PLAIN = /^[\p{L}_][^\p{Cc}\u2028\u2029\ufeff]*$/u;

/** Whether unquoted text is read as a tag. */
export function isTagText(text: string): boolean {
  return TAG.test(text);
}

/** Writes a value as lines without line breaks, each indented by `indent`. */
export function writeLines(value: YamlValue, indent: number, style: WriteStyle): string[] {
  const pad = ' '.repeat(indent);
  if (Array.isArray(value) && value.length > 0)
    return value.flatMap((item) => writeEntry(`${pad}-`, item, { indent, style, isItem: true }));
  if (isMapping(value) && Object.keys(value).length > 0) {
    return Object.entries(value).flatMap(([key, item]) =>
      writeEntry(`${pad}${writeKey(key)}:`, item, { indent, style, isItem: false }),
    );
  }
  return [pad + writeInline(value)];
}

/** A key or dash with its value on the same line or below. */
export function writeEntry(
  lead: string,
  value: YamlValue,
  at: { readonly indent: number; readonly style: WriteStyle; readonly isItem: boolean },
): string[] {
  const { indent, style, isItem } = at;
  if (isFilled(value)) {
    const inner = isItem || !Array.isArray(value) ? indent + 2 : indent + style.step;
    const lines = writeLines(value, inner, style);
    if (!isItem) return [lead, ...lines];
    const [first = '', ...rest] = lines;
    return [`${lead} ${first.slice(inner)}`, ...rest];
  }
  if (typeof value === 'string' && hasBlockForm(value)) return writeBlock(lead, value, indent + 2);
  return [`${lead} ${writeInline(value)}`];
}

/** A value on one line, with collections in flow style. */
export function writeInline(value: YamlValue, quoting: Quoting = 'plain'): string {
  if (typeof value === 'string') return writeText(value, quoting);
  if (Array.isArray(value)) return `[${value.map((item) => writeInFlow(item)).join(', ')}]`;
  if (isMapping(value)) {
    const entries = Object.entries(value).map(
      ([key, item]) => `${JSON.stringify(key)}: ${writeInFlow(item)}`,
    );
    return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
  }
  return writeNumber(value);
}

/** Whether a value is a non-empty list or map. */
export function isFilled(value: YamlValue): boolean {
  return Array.isArray(value) ? value.length > 0 : isMapping(value) && Object.keys(value).length > 0;
}

/** Whether a text can be a block scalar. Empty lines at its end would be taken for those of the file. */
export function hasBlockForm(text: string): boolean {
  return (
    /\n/.test(text) &&
    !/[^\n\P{Cc}]|[\u2028\u2029\ufeff]|^[ \n]|[ ]\n|[ ]$|\n\n$/u.test(text) &&
    /[^\n]/.test(text)
  );
}

function writeBlock(lead: string, text: string, indent: number): string[] {
  const isEnded = text.endsWith('\n');
  const body = isEnded ? text.slice(0, -1) : text;
  const lines = body.split('\n').map((line) => (line === '' ? '' : ' '.repeat(indent) + line));
  return [`${lead} ${isEnded ? '|' : '|-'}`, ...lines];
}

function writeKey(key: string): string {
  return PLAIN.test(key) && !key.endsWith(' ') && !/ #|:/.test(key) ? key : writeText(key, 'single', true);
}

function writeInFlow(value: YamlValue): string {
  if (typeof value !== 'string' || (isTagText(value) && !/[,[\]{}]/.test(value))) return writeInline(value);
  return /^[\p{L}_][\w.]*$/u.test(value) ? writeText(value, 'plain') : quote(value, 'double');
}

function writeText(text: string, quoting: Quoting, isKey = false): string {
  if (isTagText(text) && !isKey) return text;
  const isSafe =
    PLAIN.test(text) &&
    !LOADED.test(text) &&
    !/ #|: |[: ]$/.test(text) &&
    typeof resolvePlain(text) === 'string';
  if (quoting === 'plain' && isSafe) return text;
  return quote(text, quoting === 'double' ? 'double' : 'single');
}

function quote(text: string, quoting: 'single' | 'double'): string {
  if (quoting === 'single' && !/[\p{Cc}\u2028\u2029\ufeff]/u.test(text))
    return `'${text.replaceAll("'", "''")}'`;
  const escaped = JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\ufeff]/g, (letter) => {
    return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return escaped;
}

function writeNumber(value: YamlValue): string {
  if (value instanceof Float)
    return Number.isSafeInteger(value.value) ? `${value.value}.0` : exponent(value.value);
  if (typeof value === 'number') {
    if (Number.isNaN(value)) return '.nan';
    if (!Number.isFinite(value)) return value > 0 ? '.inf' : '-.inf';
    return Number.isInteger(value) ? String(BigInt(value)) : exponent(value);
  }
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  return 'null';
}

/** YAML 1.1 requires a decimal point and a sign: `1.0e-7`. */
function exponent(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text.includes('.') ? text : `${text}.0`;
  const [digits = '', power = ''] = text.split('e');
  return `${digits.includes('.') ? digits : `${digits}.0`}e${/^[+-]/.test(power) ? power : `+${power}`}`;
}

/** Whether a value is a map. */
export function isMapping(value: YamlValue): value is Readonly<Record<string, YamlValue>> {
  return isObject(value) && !(value instanceof Float);
}
