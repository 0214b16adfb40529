import type { RenderContext, Value } from '../values/context.ts';
import { TemplateFailure, valueError } from '../values/failure.ts';
import { LIMITS } from '../values/limits.ts';
import { parseIntText } from '../values/number-text.ts';
import { repr, str, stringRepr } from '../values/printing.ts';
import { mapPieces } from '../values/text-pieces.ts';
import { weight } from '../values/weight.ts';
import { formatValue } from './format-spec.ts';

/** The longest field, with its path and format. */
const MAX_FIELD_LENGTH = 4096;

type Lookup = (name: string | number) => Value;

/** Replaces fields like `str.format`; member access follows the rules of the sandbox. */
export function formatFields(text: string, context: RenderContext, lookup: Lookup, depth = 2): string {
  if (depth < 0) throw valueError('Max string recursion exceeded');
  const state: { automatic: number | undefined; manual: boolean } = { automatic: undefined, manual: false };
  return new FieldFormatter(text, context, lookup, state).run(depth);
}

class FieldFormatter {
  private readonly text: string;
  private readonly context: RenderContext;
  private readonly lookup: Lookup;
  private readonly state: { automatic: number | undefined; manual: boolean };
  private at = 0;

  constructor(
    text: string,
    context: RenderContext,
    lookup: Lookup,
    state: { automatic: number | undefined; manual: boolean },
  ) {
    this.text = text;
    this.context = context;
    this.lookup = lookup;
    this.state = state;
  }

  run(depth: number): string {
    let result = '';
    while (this.at < this.text.length) {
      const char = this.text.charAt(this.at);
      if (char !== '{' && char !== '}') {
        let stop = this.at;
        while (stop < this.text.length && !isBrace(this.text.charCodeAt(stop))) {
          stop += 1;
          if ((stop & 1023) === 0) this.context.spend(32);
        }
        result += this.text.slice(this.at, stop);
        this.at = stop;
      } else if (this.text.charAt(this.at + 1) === char) {
        result += char;
        this.at += 2;
      } else if (char === '}') {
        throw valueError("Single '}' encountered in format string");
      } else {
        result += this.field(depth);
      }
      this.context.spend(1);
      if (result.length > LIMITS.text) throw new TemplateFailure('MemoryError', 'text too long');
    }
    return result;
  }

  private field(depth: number): string {
    const body = this.fieldBody();
    if (body.length > MAX_FIELD_LENGTH) throw valueError('a field of a format string is too long');
    const match = /^([^!:[]*(?:\[[^\]]*\][^!:[]*)*)(?:!([^:]*))?(?::([\s\S]*))?$/.exec(body);
    if (match === null) throw valueError("expected ':' after conversion specifier");
    const [, path = '', conversion, spec = ''] = match;
    let value = this.resolve(path);
    if (conversion === 'r') value = repr(value);
    else if (conversion === 's') value = str(value);
    else if (conversion === 'a')
      value = mapPieces(repr(value), (piece) => piece.replace(/[\u0080-\uffff]+/g, asciiRepr), 2);
    else if (conversion !== undefined) throw valueError(`Unknown conversion specifier '${conversion}'`);
    const filled = spec.includes('{') ? this.nested(spec, depth - 1) : spec;
    this.context.spend(4 + weight(value));
    const text = formatValue(value, filled);
    this.context.spend(text.length >> 5);
    return text;
  }

  private nested(spec: string, depth: number): string {
    if (depth < 1) throw valueError('Max string recursion exceeded');
    return new FieldFormatter(spec, this.context, this.lookup, this.state).run(depth);
  }

  /** The text between the braces, which may contain braces itself. */
  private fieldBody(): string {
    const start = this.at + 1;
    let open = 1;
    let inSpec = false;
    let closing = true;
    for (this.at = start; this.at < this.text.length; this.at += 1) {
      if ((this.at & 127) === 0) this.context.spend(16);
      const char = this.text.charAt(this.at);
      inSpec ||= char === ':';
      if (char === '[' && open === 1 && closing && !inSpec) {
        const close = this.text.indexOf(']', this.at);
        closing = close >= 0;
        if (closing) this.at = close;
      } else if (char === '{') open += 1;
      else if (char === '}') {
        open -= 1;
        if (open === 0) {
          this.at += 1;
          return this.text.slice(start, this.at - 1);
        }
      }
    }
    throw valueError(
      start === this.text.length
        ? "Single '{' encountered in format string"
        : "expected '}' before end of string",
    );
  }

  private resolve(path: string): Value {
    const [first = ''] = /^[^.[]*/.exec(path) ?? [];
    let value = this.lookup(this.argument(first));
    let rest = path.slice(first.length);
    while (rest !== '') {
      this.context.spend(1);
      const match = /^(?:\.([^.[]+)|\[([^\]]+)\])/.exec(rest);
      if (match === null) throw valueError('Empty attribute in format string');
      const [whole, name, key] = match;
      if (name !== undefined) value = this.context.members.attribute(this.context, value, name);
      else if (key !== undefined)
        value = this.context.members.item(this.context, value, /^\d+$/.test(key) ? parseIntText(key) : key);
      rest = rest.slice(whole.length);
    }
    return value;
  }

  private argument(name: string): string | number {
    if (name === '') {
      if (this.state.manual) {
        throw valueError('cannot switch from manual field specification to automatic field numbering');
      }
      this.state.automatic = (this.state.automatic ?? -1) + 1;
      return this.state.automatic;
    }
    if (!/^\d+$/.test(name)) return name;
    if (this.state.automatic !== undefined) {
      throw valueError('cannot switch from automatic field numbering to manual field specification');
    }
    this.state.manual = true;
    return Number(name);
  }
}

function isBrace(code: number): boolean {
  return code === 0x7b || code === 0x7d;
}

function asciiRepr(text: string): string {
  return Array.from(text, (char) => {
    const code = char.codePointAt(0) ?? 0;
    if (code < 0x100) return `\\x${code.toString(16)}`;
    return code < 0x10000
      ? `\\u${code.toString(16).padStart(4, '0')}`
      : `\\U${code.toString(16).padStart(8, '0')}`;
  }).join('');
}

/** `format(*args, **named)`. */
export function formatWith(
  text: string,
  context: RenderContext,
  args: readonly Value[],
  named: ReadonlyMap<string, Value>,
): string {
  return formatFields(text, context, (name) => {
    if (typeof name === 'string') {
      const value = named.get(name);
      if (value === undefined) throw new TemplateFailure('KeyError', stringRepr(name));
      return value;
    }
    const value = args[name];
    if (value === undefined) {
      throw new TemplateFailure(
        'IndexError',
        `Replacement index ${name} out of range for positional args tuple`,
      );
    }
    return value;
  });
}
