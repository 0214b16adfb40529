import { type Cursor, closed, distinct, type FoundSlot, type OpenSlot, START } from './cursor.ts';
import type { HomeLists, HomeValue } from './home-lists.ts';
import type { LanguageModel, ListValue, MatchFacts, Sentence, SlotList } from './language-model.ts';
import { isExcluded, isRequired } from './match-facts.ts';
import type { MatchedText } from './matched-text.ts';
import type { TemplateNode } from './sentence-template.ts';
import type { TextIndex } from './text-index.ts';

/** A way in which a sentence was understood. */
export interface SentenceMatch {
  readonly sentence: Sentence;
  readonly slots: readonly FoundSlot[];
  readonly facts: MatchFacts;
  /** The number of characters that are in the template literally. */
  readonly literals: number;
}

interface MatcherParts {
  readonly model: LanguageModel;
  readonly lists: HomeLists;
  /** Whether unknown names, areas and floors are accepted and marked as such. */
  readonly acceptsUnknown: boolean;
  /** Whether the speaker may know a value; null if all. */
  readonly mayKnow: ((value: HomeValue) => boolean) | null;
}

/** Steps after which a sentence is given up, which takes a few milliseconds. */
const MAX_STEPS = 20_000;
const MAX_DEPTH = 60;
const NONE: readonly Cursor[] = [];
const WORD = /[\p{L}\p{N}_]/u;
const DIGITS = /\s*-?\d+/y;
const DECIMALS = /\s*-?\d+(?:[.,]\d+)?/y;

/** Matches one text with sentences. */
export class SentenceMatcher {
  private readonly parts: MatcherParts;
  private readonly said: MatchedText;
  private readonly found = new Map<
    TextIndex<unknown>,
    Map<number, readonly { end: number; value: never }[]>
  >();
  private block: Sentence['block'] = { sentences: [] };
  private steps = 0;

  constructor(parts: MatcherParts, said: MatchedText) {
    this.parts = parts;
    this.said = said;
  }

  /** Whether so much was tried that further sentences are not. */
  get isExhausted(): boolean {
    return this.steps > MAX_STEPS;
  }

  /** All ways in which the text is the sentence, before its context is checked. */
  match(sentence: Sentence): SentenceMatch[] {
    this.block = sentence.block;
    return this.node(sentence.node, [START], 0).flatMap((cursor) => {
      const ended = this.end(cursor);
      if (ended === undefined) return [];
      return [{ sentence, slots: ended.slots, facts: ended.facts, literals: ended.literals }];
    });
  }

  private end(cursor: Cursor): Cursor | undefined {
    const { text } = this.said;
    if (cursor.open !== undefined) return closed(cursor, this.said, text.length);
    return text.slice(cursor.position).trim() === '' ? cursor : undefined;
  }

  private node(node: TemplateNode, cursors: readonly Cursor[], depth: number): readonly Cursor[] {
    if (cursors.length === 0 || depth > MAX_DEPTH || this.isExhausted) return NONE;
    this.steps += cursors.length;
    switch (node.kind) {
      case 'text':
        return joined(cursors, (cursor) => this.text(node.text, cursor));
      case 'sequence': {
        let next = cursors;
        for (const item of node.items) {
          next = this.node(item, next, depth + 1);
          if (next.length === 0) break;
        }
        return next;
      }
      case 'any':
        return distinct(joined(node.items, (item) => this.node(item, cursors, depth + 1)));
      case 'permutation':
        return distinct(this.permutation(node.items, cursors, depth));
      case 'rule': {
        const rule = this.parts.model.rules.get(node.name);
        return rule === undefined ? [] : this.node(rule, cursors, depth + 1);
      }
      case 'list':
        return distinct(joined(cursors, (cursor) => this.list(node, cursor, depth)));
    }
  }

  private permutation(
    items: readonly TemplateNode[],
    cursors: readonly Cursor[],
    depth: number,
  ): readonly Cursor[] {
    if (items.length === 0) return cursors;
    return items.flatMap((item, at) => {
      const next = this.separated(this.node(item, cursors, depth + 1));
      return this.permutation(items.toSpliced(at, 1), next, depth + 1);
    });
  }

  /** The items of a permutation are separate words. */
  private separated(cursors: readonly Cursor[]): readonly Cursor[] {
    return joined(cursors, (cursor) => this.text(' ', cursor));
  }

  private text(chunk: string, cursor: Cursor): readonly Cursor[] {
    if (chunk === '') return [cursor];
    const { text, broken } = this.said;
    const literal = cursor.startsWord ? chunk.trimStart() : chunk;
    const bare = literal.trim();
    const startsWord = chunk.endsWith(' ') || chunk.endsWith("'");
    if (cursor.open !== undefined) {
      if (bare === '') return [cursor];
      return this.textAfterOpen(literal, bare, { cursor, open: cursor.open, startsWord });
    }
    let from = cursor.position;
    if (cursor.startsWord) while (text[from] === ' ') from += 1;
    if (literal === '') return [{ ...cursor, position: from, startsWord }];
    if (text.startsWith(literal, from) || broken.startsWith(literal, from))
      return [
        {
          ...cursor,
          position: from + literal.length,
          startsWord,
          literals: cursor.literals + bare.length,
        },
      ];
    return bare === '' && text.slice(from).trim() === '' ? [cursor] : NONE;
  }

  private textAfterOpen(
    literal: string,
    bare: string,
    { cursor, open, startsWord }: { cursor: Cursor; open: OpenSlot; startsWord: boolean },
  ): Cursor[] {
    const { text } = this.said;
    const found: Cursor[] = [];
    for (let at = text.indexOf(literal, open.start + 1); at >= 0; at = text.indexOf(literal, at + 1)) {
      this.steps += 1;
      if (open.endsWord && !literal.startsWith(' ') && WORD.test(text[at - 1] ?? ' ')) continue;
      const before = closed(cursor, this.said, at);
      if (before === undefined) continue;
      const position = at + literal.length;
      found.push({ ...before, position, startsWord, literals: cursor.literals + bare.length });
    }
    return found;
  }

  private list(
    node: Extract<TemplateNode, { kind: 'list' }>,
    cursor: Cursor,
    depth: number,
  ): readonly Cursor[] {
    const list = this.listOf(node.list);
    const { text } = this.said;
    if (list === undefined || text.slice(cursor.position).trim() === '') return [];
    if (list.kind === 'wildcard') {
      if (cursor.open !== undefined) return [];
      const open = { start: cursor.position, endsWord: node.endsWord, isUnknown: false };
      return [{ ...cursor, open: { ...open, name: node.slot, isCapture: node.isCapture } }];
    }
    const starts = cursor.open === undefined ? [cursor] : this.startsAfter(cursor);
    const found = joined(starts, (start) =>
      list.kind === 'numbers' ? this.number(list, node, start) : this.value(list, node, { start, depth }),
    );
    const isOfHome = Object.hasOwn(this.parts.lists, node.list);
    if (found.length > 0 || !isOfHome || !this.parts.acceptsUnknown || cursor.open !== undefined)
      return found;
    const open = { start: cursor.position, endsWord: true, isUnknown: true };
    return [{ ...cursor, open: { ...open, name: node.slot, isCapture: node.isCapture } }];
  }

  /** Where words start after an open slot, with the slot closed there. */
  private startsAfter(cursor: Cursor): Cursor[] {
    const { text } = this.said;
    const starts: Cursor[] = [];
    for (let at = cursor.position + 1; at < text.length; at += 1) {
      if (text[at - 1] !== ' ' || text[at] === ' ') continue;
      const start = closed(cursor, this.said, at);
      if (start !== undefined) starts.push(start);
    }
    return starts;
  }

  private listOf(name: string): SlotList | undefined {
    const known = Object.hasOwn(this.parts.lists, name) ? this.parts.lists[name] : undefined;
    if (known !== undefined) return { kind: 'texts', index: known, templates: [] };
    return this.parts.model.lists.get(name) ?? this.parts.model.inlineRange(name);
  }

  private value(
    list: Extract<SlotList, { kind: 'texts' }>,
    node: Extract<TemplateNode, { kind: 'list' }>,
    { start, depth }: { readonly start: Cursor; readonly depth: number },
  ): readonly Cursor[] {
    const { original, text } = this.said;
    let from = start.position;
    if (start.startsWord) while (text[from] === ' ') from += 1;
    const filled = (end: number, { value, context }: ListValue, literals: number): Cursor[] => {
      if (context !== undefined && !this.isAllowed(context)) return [];
      const said = original.slice(from, end);
      const slot = { name: node.slot, value: value ?? said, text: said, isWildcard: false };
      const slots = node.isCapture ? start.slots : [...start.slots, slot];
      const facts = context === undefined ? start.facts : { ...start.facts, ...context };
      return [{ ...start, position: end, slots, facts, literals }];
    };
    const named = this.lookUp(list.index, from).flatMap(({ end, value }) =>
      this.isKnown(value) ? filled(end, value, start.literals) : [],
    );
    if (list.templates.length === 0) return named;
    const bare = { ...start, position: from };
    const others = joined(list.templates, ({ node: inner, value }) =>
      this.node(inner, [bare], depth + 1).flatMap((after) =>
        after.open === undefined ? filled(after.position, value, after.literals) : [],
      ),
    );
    return [...named, ...others];
  }

  private isKnown(value: ListValue): boolean {
    const { mayKnow } = this.parts;
    return mayKnow === null || !('of' in value) || mayKnow(value as HomeValue);
  }

  private number(
    list: Extract<SlotList, { kind: 'numbers' }>,
    node: Extract<TemplateNode, { kind: 'list' }>,
    start: Cursor,
  ): readonly Cursor[] {
    const { original, text } = this.said;
    const filled = (from: number, end: number, value: number): Cursor => {
      const slot = { name: node.slot, value, text: original.slice(from, end).trim(), isWildcard: false };
      return { ...start, position: end, slots: node.isCapture ? start.slots : [...start.slots, slot] };
    };
    const pattern = list.hasFractions ? DECIMALS : DIGITS;
    pattern.lastIndex = start.position;
    const digits = pattern.exec(text)?.[0];
    if (digits !== undefined) {
      const value = list.valueOf(Number(digits.trim().replace(',', '.')));
      return value === undefined ? [] : [filled(start.position, start.position + digits.length, value)];
    }
    let from = start.position;
    while (text[from] === ' ') from += 1;
    return this.lookUp(list.words, from).map(({ end, value }) => filled(from, end, value));
  }

  private lookUp<Value>(index: TextIndex<Value>, position: number): readonly { end: number; value: Value }[] {
    let known = this.found.get(index);
    if (known === undefined) {
      known = new Map();
      this.found.set(index, known);
    }
    let values = known.get(position) as readonly { end: number; value: Value }[] | undefined;
    if (values === undefined) {
      values = index.at(this.said.text, position);
      known.set(position, values as never);
    }
    return values;
  }

  /** Whether the block allows a value with these facts. */
  private isAllowed(facts: MatchFacts): boolean {
    const { requires_context: required, excludes_context: excluded } = this.block;
    return isRequired(required, facts, true) && !isExcluded(excluded, facts);
  }
}

/** What follows from each of several: as `flatMap`, without a list where nothing or only one thing follows. */
function joined<T>(several: readonly T[], next: (one: T) => readonly Cursor[]): readonly Cursor[] {
  let all = NONE;
  let own: Cursor[] | undefined;
  for (const one of several) {
    const found = next(one);
    if (found.length === 0) continue;
    if (own !== undefined) own.push(...found);
    else if (all.length === 0) all = found;
    else {
      own = [...all, ...found];
      all = own;
    }
  }
  return all;
}
