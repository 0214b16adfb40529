/** A part of a sentence template. */
export type TemplateNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'sequence'; readonly items: readonly TemplateNode[] }
  | { readonly kind: 'any'; readonly items: readonly TemplateNode[] }
  | { readonly kind: 'permutation'; readonly items: readonly TemplateNode[] }
  | { readonly kind: 'rule'; readonly name: string }
  | {
      readonly kind: 'list';
      readonly list: string;
      readonly slot: string;
      /** Whether the value is only captured for responses and is no slot. */
      readonly isCapture: boolean;
      /** Whether white space follows in the template. */
      readonly endsWord: boolean;
    };

/** A template that cannot be read. */
export class TemplateSyntaxError extends Error {}

const MAX_LENGTH = 4000;
const MAX_DEPTH = 40;
const EMPTY: TemplateNode = { kind: 'text', text: '' };
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']' };

/**
 * Parses a sentence template: `(a|b)` alternatives, `[a]` optional, `(a;b)` in any order, `{list:slot}`,
 * `<rule>`, and `\` before a character that stands for itself. Throws `TemplateSyntaxError`.
 */
export function parseTemplate(template: string): TemplateNode {
  if (template.length > MAX_LENGTH) throw new TemplateSyntaxError('The sentence is too long');
  const text = template.normalize('NFC').replaceAll('’', "'").replace(/\s+/g, ' ').trim();
  const reader = new Reader(text);
  const node = reader.group('', 0);
  if (!reader.isAtEnd) throw new TemplateSyntaxError(`Unexpected "${text[reader.position]}" in "${text}"`);
  return node;
}

/** Whether the text has characters with a meaning in templates. */
export function isTemplate(text: string): boolean {
  return /[(){}<>[\]|\\]/.test(text);
}

class Reader {
  position = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  get isAtEnd(): boolean {
    return this.position >= this.text.length;
  }

  /** The alternatives, permutation or sequence up to the closing character, which is not consumed. */
  group(closing: string, depth: number): TemplateNode {
    if (depth > MAX_DEPTH) throw new TemplateSyntaxError('The groups of a sentence are nested too deeply');
    const parts: TemplateNode[][] = [[]];
    let separator: string | undefined;
    for (;;) {
      const char = this.text[this.position];
      if (char === undefined || (closing !== '' && char === closing)) break;
      if ((char === '|' || char === ';') && (char === '|' || closing !== '')) {
        if (separator !== undefined && separator !== char)
          throw new TemplateSyntaxError('Alternatives and permutations need groups of their own');
        separator = char;
        this.position += 1;
        parts.push([]);
      } else {
        parts.at(-1)?.push(this.item(depth));
      }
    }
    const items = parts.map(sequence);
    if (separator === undefined) return items[0] ?? EMPTY;
    return separator === '|' ? { kind: 'any', items } : { kind: 'permutation', items };
  }

  private item(depth: number): TemplateNode {
    const char = this.text[this.position] ?? '';
    if (char === '(' || char === '[') {
      this.position += 1;
      const inner = this.group(CLOSING[char] ?? '', depth + 1);
      this.expect(CLOSING[char] ?? '');
      return char === '(' ? inner : { kind: 'any', items: [inner, EMPTY] };
    }
    if (char === '{') return this.list();
    if (char === '<') return { kind: 'rule', name: this.until('>') };
    if (')]}>'.includes(char)) throw new TemplateSyntaxError(`Unexpected "${char}" in "${this.text}"`);
    return this.chunk();
  }

  private list(): TemplateNode {
    const inner = this.until('}');
    const colon = inner.indexOf(':');
    const list = (colon < 0 ? inner : inner.slice(0, colon)).trim();
    const slot = colon < 0 ? list : inner.slice(colon + 1).trim();
    const endsWord = this.isAtEnd || this.text[this.position] === ' ';
    const isCapture = slot.startsWith('@');
    return { kind: 'list', list, slot: isCapture ? slot.slice(1) : slot, isCapture, endsWord };
  }

  private chunk(): TemplateNode {
    let chunk = '';
    for (; !this.isAtEnd; this.position += 1) {
      let char = this.text[this.position] ?? '';
      if ('()[]{}<>|;'.includes(char)) break;
      if (char === '\\') {
        this.position += 1;
        char = this.text[this.position] ?? '';
      }
      chunk += char;
    }
    // A semicolon outside of groups has no meaning of its own.
    if (chunk === '') {
      chunk = this.text[this.position] ?? '';
      this.position += 1;
    }
    return { kind: 'text', text: chunk.toLowerCase() };
  }

  private until(closing: string): string {
    const end = this.text.indexOf(closing, this.position);
    if (end < 0) throw new TemplateSyntaxError(`"${closing}" is missing in "${this.text}"`);
    const inner = this.text.slice(this.position + 1, end);
    this.position = end + 1;
    return inner.trim();
  }

  private expect(char: string): void {
    if (this.text[this.position] !== char)
      throw new TemplateSyntaxError(`"${char}" is missing in "${this.text}"`);
    this.position += 1;
  }
}

function sequence(items: readonly TemplateNode[]): TemplateNode {
  const [first] = items;
  return items.length === 1 && first !== undefined ? first : { kind: 'sequence', items };
}
