import { type ExactJson, parseExactJson } from '../../core/json.ts';
import { spend } from '../values/work-meter.ts';

const TOKEN = /[ \t\n\r]*(?:([{}[\],:])|("(?:[^"\\]|\\.)*")|(-?\d[\d.eE+-]*|true|false|null))/y;
const END = /[ \t\n\r]*$/y;
const DEEPEST = 2000;

/**
 * Parses long JSON text like `parseExactJson`, counting the work on the way: `JSON.parse` cannot be
 * interrupted, and takes a tenth of a second per megabyte. Throws `SyntaxError`.
 */
export function parseLongJson(text: string): ExactJson {
  const reader = new LongReader(text);
  const value = reader.value(0);
  END.lastIndex = reader.at;
  if (!END.test(text)) throw new SyntaxError(`Unexpected JSON at position ${reader.at}`);
  return value;
}

class LongReader {
  at = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  private fail(): never {
    throw new SyntaxError(`Unexpected JSON at position ${this.at}`);
  }

  private next(): RegExpExecArray {
    TOKEN.lastIndex = this.at;
    const match = TOKEN.exec(this.text);
    if (match === null) this.fail();
    spend(2 + (match[0].length >> 5));
    this.at = TOKEN.lastIndex;
    return match;
  }

  value(depth: number, match: RegExpExecArray = this.next()): ExactJson {
    if (depth > DEEPEST) throw new SyntaxError('JSON nests too deep');
    if (match[2] !== undefined) return this.string(match[2]);
    if (match[3] !== undefined) return parseExactJson(match[3]);
    if (match[1] === '[') return this.list(depth);
    return match[1] === '{' ? this.object(depth) : this.fail();
  }

  private string(quoted: string): string {
    return JSON.parse(quoted) as string;
  }

  private list(depth: number): ExactJson[] {
    const items: ExactJson[] = [];
    let match = this.next();
    if (match[1] === ']') return items;
    for (;;) {
      items.push(this.value(depth + 1, match));
      const after = this.next()[1];
      if (after === ']') return items;
      if (after !== ',') this.fail();
      match = this.next();
    }
  }

  private object(depth: number): ExactJson {
    const object: Record<string, ExactJson> = Object.create(null);
    let match = this.next();
    if (match[1] === '}') return object;
    for (;;) {
      if (match[2] === undefined || this.next()[1] !== ':') this.fail();
      object[this.string(match[2])] = this.value(depth + 1);
      const after = this.next()[1];
      if (after === '}') return object;
      if (after !== ',') this.fail();
      match = this.next();
    }
  }
}
