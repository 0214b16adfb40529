import { type Document, isCollection, isMap, isPair, isSeq, type Pair } from 'yaml';
import { message } from '../../core/messages.ts';
import { type Span, splitEntries } from './entries.ts';
import { align, canonical } from './same-value.ts';
import type { YamlValue } from './scalar.ts';
import { TextLines } from './text-lines.ts';
import { keyText, meaningOf, type Path, YamlFault } from './tree.ts';
import {
  hasBlockForm,
  isFilled,
  isMapping,
  type Quoting,
  type WriteStyle,
  writeEntry,
  writeInline,
  writeLines,
} from './write-value.ts';
import { isBlock, quotingOf, rangeOf } from './written-nodes.ts';

/** The position of a value: right after a key's colon or a dash, and the indentation of that key or dash. */
export interface Holder {
  /** -1 if the value is the whole text. */
  readonly after: number;
  readonly indent: number;
  readonly isItem: boolean;
  /** The key; empty for list items. */
  readonly key: string;
  readonly inFlow: boolean;
}

interface Edit extends Span {
  readonly text: string;
}

/** Thrown if a part cannot be edited in place and a larger one must be rewritten instead. */
class NotInPlace extends YamlFault {
  constructor() {
    super(message('yaml_on_one_line'), 0);
  }
}

/** Collects edits of one text. Parts that cannot be edited in place are rewritten, as little as possible. */
export class Changer {
  private readonly text: string;
  private readonly document: Document.Parsed;
  private readonly style: WriteStyle;
  private readonly ordered: ReadonlySet<string>;
  private readonly edits: Edit[] = [];
  private readonly lines: TextLines;

  constructor(
    text: string,
    document: Document.Parsed,
    options: { readonly style: WriteStyle; readonly ordered: ReadonlySet<string> },
  ) {
    this.text = text;
    this.document = document;
    this.style = options.style;
    this.ordered = options.ordered;
    this.lines = new TextLines(text);
  }

  /** The value at a path, and its holder. Throws `YamlFault` if it is not written on lines of its own. */
  find(path: Path): [node: unknown, holder: Holder] {
    let node: unknown = this.document.contents;
    let holder: Holder = { after: -1, indent: 0, isItem: false, key: '', inFlow: false };
    for (const key of path) {
      if (isMap(node) && node.flow !== true) {
        const pair = node.items.find((one) => keyText(one.key) === key);
        if (pair === undefined) throw new NotInPlace();
        [node, holder] = [pair.value, { ...this.holderOf(pair, false), key: '' }];
      } else if (isSeq(node) && node.flow !== true && typeof key === 'number') {
        const span = this.spansOf(node, node.items.length)[key];
        if (span === undefined) throw new NotInPlace();
        const { from, indent } = span;
        [node, holder] = [
          node.items[key],
          { after: from + indent + 1, indent, isItem: true, key: '', inFlow: false },
        ];
      } else throw new NotInPlace();
    }
    return [node, holder];
  }

  result(): string {
    let text = this.text;
    // Apply from the end; the last of several edits at one position comes first, to preserve their order.
    const edits = this.edits.toReversed().toSorted((a, b) => b.from - a.from || b.to - a.to);
    for (const { from, to, text: inner } of edits) text = text.slice(0, from) + inner + text.slice(to);
    return text;
  }

  /** Edits in place as far as possible; if that fails below, rewrites the whole value here. */
  change(node: unknown, requested: YamlValue, holder: Holder): void {
    if (this.same(node, requested, holder.key)) return;
    const before = this.edits.length;
    try {
      if (isMap(node) && isMapping(requested)) this.changeMap(node.items, requested, { node, holder });
      else if (isSeq(node) && Array.isArray(requested))
        this.changeList(node.items, requested, { node, holder });
      else this.replace(node, requested, holder);
    } catch (error) {
      if (!(error instanceof NotInPlace)) throw error;
      this.edits.splice(before);
      this.replace(node, requested, holder);
    }
  }

  /** Replaces a value by a newly written one. */
  replace(node: unknown, requested: YamlValue, holder: Holder): void {
    const { after, indent, isItem, inFlow } = holder;
    const range = rangeOf(node);
    if (after < 0) {
      const from = range === undefined ? this.text.length : this.lines.lineStart(range.from);
      const to = range === undefined ? this.text.length : this.lines.lineEnd(range.to);
      const lead = from > 0 && this.text[from - 1] !== '\n' ? this.lines.eol : '';
      this.edits.push({
        from,
        to,
        text:
          lead + this.joined(writeLines(requested, this.lines.indentAt(from), this.style)) + this.lines.eol,
      });
      return;
    }
    const isInline = !isFilled(requested) && !(typeof requested === 'string' && hasBlockForm(requested));
    const isOneLine = isInline && range !== undefined && !isCollection(node) && !isBlock(node);
    if (inFlow || isOneLine) {
      const from = range === undefined ? after : this.lines.withTag(range.from);
      const quoting = quotingOf(node);
      const lead = from === after ? ' ' : '';
      this.edits.push({ from, to: range?.to ?? after, text: lead + this.inline(requested, quoting, inFlow) });
      return;
    }
    const [first = '', ...rest] = writeEntry('', requested, { indent, style: this.style, isItem });
    const end =
      range === undefined || range.to <= after
        ? this.lines.lineEnd(after)
        : this.lines.lineEnd(this.lines.contentEnd(range));
    // Keep a comment after the key when the value below it is replaced by another block.
    const below =
      range !== undefined && isFilled(requested) && !isItem && range.from > this.lines.lineEnd(after);
    if (below && rest.length > 0) {
      const from = this.lines.lineEnd(after);
      this.edits.push({ from, to: Math.max(end, from), text: this.lines.eol + this.joined(rest) });
    } else this.edits.push({ from: after, to: Math.max(end, after), text: this.joined([first, ...rest]) });
  }

  private changeMap(
    items: readonly unknown[],
    requested: Readonly<Record<string, YamlValue>>,
    { node, holder }: { readonly node: { readonly flow?: boolean | undefined }; readonly holder: Holder },
  ): void {
    const pairs = items.filter(isPair);
    const keys = pairs.map((pair) => keyText(pair.key));
    if (keys.includes('<<') || new Set(keys).size !== keys.length) throw new NotInPlace();
    const names = Object.keys(requested);
    const isSameShape = names.length === keys.length && names.every((name) => keys.includes(name));
    if (node.flow === true && !isSameShape) throw new NotInPlace();
    const saved = names.filter((name) => keys.includes(name));
    if (saved.length === 0) throw new NotInPlace();
    if (
      this.ordered.has(holder.key) &&
      saved.join('\n') !== keys.filter((key) => saved.includes(key)).join('\n')
    )
      throw new NotInPlace();
    const indent = this.columnOf(pairs[0]);
    pairs.forEach((pair, i) => {
      const key = keys[i] ?? '';
      if (saved.includes(key))
        this.change(pair.value, requested[key], this.holderOf(pair, node.flow === true || holder.inFlow));
      else this.removePair(pairs, i);
    });
    names.forEach((name, i) => {
      if (keys.includes(name)) return;
      const previous = names.slice(0, i).findLast((one) => keys.includes(one));
      if (previous === undefined && this.ordered.has(holder.key)) throw new NotInPlace();
      const behind = pairs[keys.indexOf(previous ?? saved[0] ?? '')];
      const from = this.pairEnd(behind);
      this.insert(from, writeLines({ [name]: requested[name] }, indent, this.style));
    });
  }

  private removePair(pairs: readonly Pair[], i: number): void {
    const from = rangeOf(pairs[i]?.key)?.from ?? 0;
    const next = rangeOf(pairs[i + 1]?.key)?.from;
    if (this.lines.isIndent(from))
      this.edits.push({
        from: this.lines.lineStart(from),
        to: this.lines.nextLine(this.pairEnd(pairs[i])),
        text: '',
      });
    else if (next !== undefined) this.edits.push({ from, to: next, text: '' });
    else throw new NotInPlace();
  }

  private changeList(
    items: readonly unknown[],
    requested: readonly YamlValue[],
    { node, holder }: { readonly node: { readonly flow?: boolean | undefined }; readonly holder: Holder },
  ): void {
    if (node.flow === true || holder.inFlow) {
      if (items.length !== requested.length) throw new NotInPlace();
      items.forEach((item, i) => {
        const after = rangeOf(item)?.from ?? 0;
        this.change(item, requested[i], { after, indent: 0, isItem: true, key: '', inFlow: true });
      });
      return;
    }
    const spans = this.spansOf(node, items.length);
    const [base] = spans;
    if (base === undefined || requested.length === 0) throw new NotInPlace();
    const dashOf = (span: Span): number => span.from + base.indent;
    const now = items.map((item) => canonical(this.meaning(item), this.ordered));
    const then = requested.map((item) => canonical(item, this.ordered));
    for (const step of align(now, then)) {
      const span = spans[step.from];
      if (step.kind === 'change' && span !== undefined) {
        const after = dashOf(span) + 1;
        const inner = { after, indent: base.indent, isItem: true, key: '', inFlow: false };
        this.change(items[step.from], requested[step.to], inner);
      } else if (step.kind === 'remove' && span !== undefined) {
        if (!this.lines.isIndent(dashOf(span))) throw new NotInPlace();
        this.edits.push({ from: this.lines.lineStart(span.from), to: span.to, text: '' });
      } else if (step.kind === 'insert') {
        const lines = writeLines([requested[step.to]], base.indent, this.style);
        const previous = spans[step.from - 1];
        if (previous !== undefined) this.insert(this.lines.beforeBreak(previous.to), lines);
        else {
          if (!this.lines.isIndent(dashOf(base))) throw new NotInPlace();
          const at = this.lines.lineStart(base.from);
          this.edits.push({ from: at, to: at, text: this.joined(lines) + this.lines.eol });
        }
      }
    }
  }

  /** The lines of each list item. The first may follow other dashes or a key on its line. */
  private spansOf(node: unknown, count: number): (Span & { readonly indent: number })[] {
    const range = rangeOf(node);
    if (range === undefined) throw new NotInPlace();
    const start = this.lines.lineStart(range.from);
    const lead = this.text.slice(start, range.from);
    if (/[^ -]/.test(lead)) throw new NotInPlace();
    const end = this.lines.nextLine(this.lines.lineEnd(this.lines.contentEnd(range)));
    const text = this.text.slice(0, start) + ' '.repeat(lead.length) + this.text.slice(range.from);
    const found = splitEntries(text, { from: start, to: end });
    if (found?.kind !== 'list' || found.entries.length !== count) throw new NotInPlace();
    return found.entries.map(({ own }) => ({ ...own, indent: found.indent }));
  }

  private insert(at: number, lines: readonly string[]): void {
    this.edits.push({ from: at, to: at, text: this.lines.eol + this.joined(lines) });
  }

  private same(node: unknown, requested: YamlValue, key: string): boolean {
    return canonical(this.meaning(node), this.ordered, key) === canonical(requested, this.ordered, key);
  }

  private meaning(node: unknown): YamlValue {
    return meaningOf(this.document, node);
  }

  private holderOf(pair: Pair, inFlow: boolean): Holder {
    const key = rangeOf(pair.key);
    const colon = this.text.indexOf(':', key?.to ?? 0);
    if (key === undefined || colon < 0 || /[^\s]/.test(this.text.slice(key.to, colon)))
      throw new NotInPlace();
    return { after: colon + 1, indent: this.columnOf(pair), isItem: false, key: keyText(pair.key), inFlow };
  }

  private columnOf(pair: Pair | undefined): number {
    const from = rangeOf(pair?.key)?.from ?? 0;
    return from - this.lines.lineStart(from);
  }

  /** The end of a pair's last line. */
  private pairEnd(pair: Pair | undefined): number {
    const range = rangeOf(pair?.value);
    const key = rangeOf(pair?.key)?.to ?? 0;
    return this.lines.lineEnd(range === undefined || range.to <= key ? key : this.lines.contentEnd(range));
  }

  private inline(value: YamlValue, quoting: Quoting, inFlow: boolean): string {
    return inFlow ? writeInline([value], quoting).slice(1, -1) : writeInline(value, quoting);
  }

  private joined(lines: readonly string[]): string {
    return lines.join(this.lines.eol);
  }
}
