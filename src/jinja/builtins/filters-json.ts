import { Float, parseExactJson } from '../../core/json.ts';
import { needInt } from '../values/arguments.ts';
import { boundedText } from '../values/bounds.ts';
import { callable } from '../values/call.ts';
import type { Callable, RenderContext, Value } from '../values/context.ts';
import { noDefault, TemplateFailure, typeError } from '../values/failure.ts';
import { LIMITS } from '../values/limits.ts';
import { isFloat } from '../values/number.ts';
import { intText, numberText } from '../values/number-text.ts';
import { Bytes } from '../values/objects.ts';
import { str, typeName } from '../values/printing.ts';
import { compareText, Markup, textOf, truth } from '../values/protocol.ts';
import { PyObject } from '../values/py-object.ts';
import { mapPieces } from '../values/text-pieces.ts';
import { Undefined } from '../values/undefined.ts';
import { dictEntries, isDict, Tuple } from '../values/values.ts';
import { parseLongJson } from './long-json.ts';

interface Style {
  readonly item: string;
  readonly key: string;
  readonly indent: string;
  readonly sortKeys: boolean;
  readonly ascii: boolean;
  /** orjson's rules: `null` for `inf` and `nan`, ints of 64 bits only. */
  readonly strict: boolean;
}

class JsonWriter {
  private readonly style: Style;
  private readonly context: RenderContext;
  private size = 0;

  constructor(style: Style, context: RenderContext) {
    this.style = style;
    this.context = context;
  }

  write(value: Value, margin = ''): string {
    this.context.spend(1);
    if (value === null) return 'null';
    if (typeof value === 'boolean') return String(value);
    const text = textOf(value);
    if (text !== undefined) return this.text(text);
    if (typeof value === 'number' || typeof value === 'bigint' || value instanceof Float)
      return this.number(value);
    const items = Array.isArray(value) ? value : value instanceof Tuple ? value.items : undefined;
    if (items !== undefined) {
      const inner = margin + this.style.indent;
      this.within(inner);
      return this.bracket(
        '[',
        items.map((item) => this.write(item, inner)),
        ']',
        margin,
      );
    }
    if (isDict(value)) return this.dict(Array.from(dictEntries(value)), margin);
    const own = value instanceof PyObject && this.style.strict ? value.json() : undefined;
    if (own !== undefined) return this.write(own, margin);
    const name = typeName(value);
    throw typeError(
      this.style.strict
        ? `Type is not JSON serializable: ${name}`
        : `Object of type ${value instanceof Undefined ? 'LoggingUndefined' : name} is not JSON serializable`,
    );
  }

  private number(value: number | bigint | Float): string {
    const real = value instanceof Float ? value.value : value;
    if (typeof real === 'number' && !Number.isFinite(real)) {
      if (this.style.strict) return 'null';
      return Number.isNaN(real) ? 'NaN' : real > 0 ? 'Infinity' : '-Infinity';
    }
    if (typeof real === 'bigint') {
      if (this.style.strict && (real >= 2n ** 64n || real < -(2n ** 63n)))
        throw typeError('Integer exceeds 64-bit range');
      return intText(real);
    }
    const text = numberText(value);
    // Negative exponents are not padded, positive ones have a sign.
    return this.style.strict && isFloat(value) ? text.replace(/e-0(\d)/, 'e-$1') : text;
  }

  private text(text: string): string {
    const quoted = JSON.stringify(text);
    this.context.spend(text.length >> 5);
    if (!this.style.ascii) return this.within(quoted);
    const escapeChar = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
    return this.within(mapPieces(quoted, (piece) => piece.replace(/[\x7f-\uffff]/g, escapeChar), 4));
  }

  /** Fails as soon as a document grows too long. */
  private within(text: string): string {
    this.size += text.length;
    if (this.size > LIMITS.text) throw new TemplateFailure('MemoryError', 'text too long');
    return text;
  }

  private dict(entries: (readonly [Value, Value])[], margin: string): string {
    const named = entries.map(([key, value]) => [this.keyText(key), value] as const);
    if (this.style.sortKeys)
      named.sort(([a], [b]) => {
        this.context.spend(1);
        return compareText(a, b);
      });
    const inner = margin + this.style.indent;
    return this.bracket(
      '{',
      named.map(([key, value]) => `${this.text(key)}${this.style.key}${this.write(value, inner)}`),
      '}',
      margin,
    );
  }

  private keyText(key: Value): string {
    const text = textOf(key);
    if (text !== undefined) return text;
    if (key === null) return 'null';
    if (typeof key === 'boolean') return String(key);
    if (typeof key === 'number' || typeof key === 'bigint' || key instanceof Float) return numberText(key);
    if (this.style.strict && key instanceof PyObject && typeof key.json() === 'string')
      return str(key.json());
    throw typeError(
      this.style.strict
        ? 'Dict key must a type serializable with OPT_NON_STR_KEYS'
        : `keys must be str, int, float, bool or None, not ${typeName(key)}`,
    );
  }

  private bracket(open: string, parts: readonly string[], close: string, margin: string): string {
    if (parts.length === 0) return open + close;
    if (this.style.indent === '') return open + parts.join(this.style.item) + close;
    const inner = `\n${margin}${this.style.indent}`;
    this.size += inner.length * parts.length;
    if (this.size > LIMITS.text) throw new TemplateFailure('MemoryError', 'text too long');
    return `${open}${inner}${parts.join(`,${inner}`)}\n${margin}${close}`;
  }
}

const HTML_UNSAFE: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  "'": '\\u0027',
};

function flag(value: Value): boolean {
  return value !== undefined && truth(value);
}

/** The length that `JSON.parse` parses quickly, whatever the content. */
const SHORT_JSON = 16_384;

function parseJson(context: RenderContext, value: Value, standard: Value): Value {
  const text =
    textOf(value) ?? (value instanceof Bytes ? Buffer.from(value.data).toString('utf8') : undefined);
  if (value instanceof Undefined) value.fail();
  if (text === undefined) {
    if (standard !== undefined) return standard;
    throw noDefault('from_json', str(value), context.source);
  }
  context.spend(text.length >> 3);
  try {
    return text.length > SHORT_JSON ? parseLongJson(text) : parseExactJson(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    if (standard !== undefined) return standard;
    throw noDefault('from_json', text, context.source);
  }
}

/** Filters for JSON. */
export const JSON_FILTERS: readonly Callable[] = [
  callable('tojson(value, indent=None)', (context, value, indent) => {
    const width =
      indent === undefined || indent === null
        ? ''
        : (textOf(indent) ?? ' '.repeat(Math.min(100, needInt(indent))));
    const style = { item: ', ', key: ': ', indent: width, sortKeys: true, ascii: true, strict: false };
    const text = new JsonWriter(style, context).write(value);
    return new Markup(
      boundedText(
        mapPieces(text, (piece) => piece.replace(/[<>&']/g, (char) => HTML_UNSAFE[char] ?? char)),
        context,
      ),
    );
  }),
  callable(
    'to_json(value, ensure_ascii=false, pretty_print=false, sort_keys=false)',
    (context, value, ascii, pretty, sort) => {
      const escaped = flag(ascii);
      const style = {
        item: escaped ? ', ' : ',',
        key: escaped || flag(pretty) ? ': ' : ':',
        indent: flag(pretty) ? '  ' : '',
        sortKeys: flag(sort),
        ascii: escaped,
        strict: !escaped,
      };
      return boundedText(new JsonWriter(style, context).write(value), context);
    },
  ),
  callable('from_json(value, default=…)', parseJson),
];
