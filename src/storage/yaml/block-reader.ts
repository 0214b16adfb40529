import { resolvePlain, type YamlValue } from './scalar.ts';

/** Thrown within this file for text that is left to the full parser. */
class NotPlain extends Error {}

const NOT_PLAIN = new NotPlain();
const DEEPEST = 60;
/** Tabs, control characters, and characters that some parsers treat as line breaks. */
const UNUSUAL = /[^\r\n\P{Cc}]|\r(?!\n)|[\u2028\u2029\ufeff]/u;
/** A key and the rest of its line. */
const KEY = /^([A-Za-z0-9_][\w ./-]*|'[^']*'|"[^"\\]*"):(?: +(.*))?$/;
const QUOTED = /^"([^"\\]*)" *(?: #.*)?$|^'((?:[^']|'')*)' *(?: #.*)?$/;
const BLOCK_SCALAR = /^([|>])([-+]?)$/;
/** Flow lists of short plain scalars, such as `[mon, tue]`. */
const WORDS = /^\[ *([\w.]+(?: *, *[\w.]+)*) *\]$/;

/**
 * Parses the common subset of YAML, in which nearly all configuration is written, many times faster than a
 * full parser. Returns undefined for anything else (tags, anchors, flow maps, multi-line scalars, errors) and
 * never a value that differs from the full parser's.
 */
export function readBlocks(text: string): { readonly value: YamlValue } | undefined {
  try {
    const reader = new BlockReader(text);
    return { value: reader.document() };
  } catch (error) {
    if (error instanceof NotPlain) return undefined;
    throw error;
  }
}

class BlockReader {
  private readonly lines: string[];
  private at = 0;
  private depth = 0;

  constructor(text: string) {
    if (UNUSUAL.test(text)) throw NOT_PLAIN;
    this.lines = text.split(/\r?\n/);
  }

  document(): YamlValue {
    this.skip();
    const value = this.node(0);
    this.skip();
    if (this.at < this.lines.length) throw NOT_PLAIN;
    return value;
  }

  private get line(): string {
    return this.lines[this.at] ?? '';
  }

  /** Moves to the next line with content; returns its indentation, or -1 at the end. */
  private skip(): number {
    for (; this.at < this.lines.length; this.at += 1) {
      const indent = indentOf(this.line);
      if (indent >= 0) return indent;
    }
    return -1;
  }

  /** Parses the map or list on the next line, indented by at least `least`. */
  private node(least: number): YamlValue {
    const indent = this.skip();
    if (indent < least) throw NOT_PLAIN;
    this.depth += 1;
    if (this.depth > DEEPEST) throw NOT_PLAIN;
    const value = isItem(this.line, indent) ? this.list(indent) : this.map(indent);
    this.depth -= 1;
    return value;
  }

  private list(indent: number): YamlValue[] {
    const items: YamlValue[] = [];
    while (this.skip() === indent && isItem(this.line, indent)) {
      const rest = this.line.slice(indent + 1);
      const inner = rest.trimStart();
      const from = indent + 1 + rest.length - inner.length;
      if (inner === '' || inner.startsWith('#')) items.push(this.below(indent, indent + 1));
      else if (isItem(inner, 0) || KEY.test(inner)) {
        // Parse the item's first line as if the dash were a space.
        this.lines[this.at] = ' '.repeat(from) + inner;
        items.push(this.node(from));
      } else items.push(this.inline(inner, indent));
    }
    if (this.skip() > indent) throw NOT_PLAIN;
    return items;
  }

  private map(indent: number): Record<string, YamlValue> {
    const map: Record<string, YamlValue> = {};
    while (this.skip() === indent && !isItem(this.line, indent)) {
      const match = KEY.exec(this.line.slice(indent));
      if (match === null) throw NOT_PLAIN;
      const key = keyOf(match[1] ?? '');
      if (key === '__proto__' || Object.hasOwn(map, key)) throw NOT_PLAIN;
      const rest = (match[2] ?? '').trim();
      map[key] = rest === '' || rest.startsWith('#') ? this.below(indent, indent) : this.inline(rest, indent);
    }
    if (this.skip() > indent) throw NOT_PLAIN;
    return map;
  }

  /** The value below a key or a dash: indented further, or for a key also a list at the same indentation. */
  private below(indent: number, listIndent: number): YamlValue {
    this.at += 1;
    const next = this.skip();
    if (next > indent) return this.node(indent + 1);
    return next === listIndent && isItem(this.line, next) ? this.node(next) : null;
  }

  /** The value on the line of its key or dash. */
  private inline(rest: string, indent: number): YamlValue {
    const block = BLOCK_SCALAR.exec(rest);
    if (block !== null) return this.block(block[1] === '>', block[2] ?? '', indent);
    this.at += 1;
    const value = scalarOf(rest);
    if (this.skip() > indent) throw NOT_PLAIN;
    return value;
  }

  /** A literal or folded block scalar. */
  private block(folded: boolean, ending: string, parent: number): string {
    const found: string[] = [];
    let indent = -1;
    for (this.at += 1; this.at < this.lines.length; this.at += 1) {
      const line = this.line;
      const spaces = line.search(/[^ ]/);
      if (spaces < 0) {
        if (indent < 0 ? line !== '' : line.length > indent) throw NOT_PLAIN;
        found.push('');
        continue;
      }
      if (spaces <= parent) break;
      if (indent < 0) indent = spaces;
      if (spaces < indent || (folded && spaces > indent)) throw NOT_PLAIN;
      found.push(line.slice(indent));
    }
    if (indent < 0) throw NOT_PLAIN;
    let end = found.length;
    while (found[end - 1] === '') end -= 1;
    // The last element is what follows the last line break.
    const trailing = found.length - end - (this.at === this.lines.length ? 1 : 0);
    const body = folded ? fold(found.slice(0, end)) : found.slice(0, end).join('\n');
    if (ending === '-') return body;
    // Parsers differ on a block scalar that ends without a line break.
    if (this.at === this.lines.length && found.length === end) throw NOT_PLAIN;
    return ending === '+' ? `${body}${'\n'.repeat(trailing + 1)}` : `${body}\n`;
  }
}

/** The indentation of a line; -1 if it is empty or a comment. */
function indentOf(line: string): number {
  for (let i = 0; i < line.length; i += 1) {
    const code = line.charCodeAt(i);
    if (code === 0x20) continue;
    if (code === 0x23) return -1;
    return i;
  }
  return -1;
}

function isItem(line: string, at: number): boolean {
  return line.charCodeAt(at) === 0x2d && (line.length === at + 1 || line.charCodeAt(at + 1) === 0x20);
}

function keyOf(text: string): string {
  return text.startsWith("'") || text.startsWith('"') ? text.slice(1, -1) : text.trimEnd();
}

function scalarOf(rest: string): YamlValue {
  const quoted = QUOTED.exec(rest);
  if (quoted !== null) return quoted[1] ?? quoted[2]?.replaceAll("''", "'") ?? '';
  if (rest === '[]') return [];
  if (rest === '{}') return {};
  const words = WORDS.exec(rest);
  if (words !== null) return (words[1] ?? '').split(',').map((word) => resolvePlain(word.trim()));
  if (/^[!&*{}[\],#|>@`"'%?]/.test(rest) || isItem(rest, 0)) throw NOT_PLAIN;
  const comment = rest.indexOf(' #');
  const text = (comment < 0 ? rest : rest.slice(0, comment)).trimEnd();
  if (text.includes(': ') || text.endsWith(':') || /^:/.test(text)) throw NOT_PLAIN;
  return resolvePlain(text);
}

/** Joins lines with spaces; each empty line is a line break. */
function fold(lines: readonly string[]): string {
  let text = '';
  let empty = 0;
  let isFirst = true;
  for (const line of lines) {
    if (line === '') {
      empty += 1;
      continue;
    }
    text += (isFirst || empty > 0 ? '\n'.repeat(empty) : ' ') + line;
    empty = 0;
    isFirst = false;
  }
  return text;
}
