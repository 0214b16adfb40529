import { requiredTexts } from './required-texts.ts';
import type { Block, ListData, SentenceSource } from './sentence-data.ts';
import { isTemplate, parseTemplate, type TemplateNode, TemplateSyntaxError } from './sentence-template.ts';
import { spellNumber } from './spell-number.ts';
import { FillerPhrases, withoutPunctuation } from './spoken-text.ts';
import { TextIndex } from './text-index.ts';

/** Conditions and facts of a sentence or a list value, such as the domain of a name. */
export type MatchFacts = Readonly<Record<string, unknown>>;

/** A value of a list. */
export interface ListValue {
  /** Undefined stands for the matched text. */
  readonly value: unknown;
  readonly context: MatchFacts | undefined;
}

/** Values that are texts or templates, found by their text. */
export interface TextList {
  readonly kind: 'texts';
  readonly index: TextIndex<ListValue>;
  readonly templates: readonly { readonly node: TemplateNode; readonly value: ListValue }[];
}

/** Numbers, in digits or words. */
export interface NumberList {
  readonly kind: 'numbers';
  readonly hasFractions: boolean;
  readonly words: TextIndex<number>;
  /** The value of a number; undefined if it is not in the list. */
  valueOf(number: number): number | undefined;
}

export type SlotList = TextList | NumberList | { readonly kind: 'wildcard' };

/** A sentence that can be said. */
export interface Sentence {
  readonly intent: string;
  readonly template: string;
  readonly node: TemplateNode;
  readonly block: Block;
  /** The file of a custom sentence, null for the configuration, undefined for included sentences. */
  readonly file: string | null | undefined;
  /** One text of each group must occur; as numbers of `LanguageModel.fragments`. */
  readonly required: readonly (readonly number[])[];
}

/** All sentences of a language, ready to be matched. */
export class LanguageModel {
  readonly sentences: Sentence[] = [];
  readonly fragments: string[] = [];
  readonly lists = new Map<string, SlotList>();
  readonly rules = new Map<string, TemplateNode>();
  readonly skipWords: FillerPhrases;
  readonly responses = new Map<string, ReadonlyMap<string, string>>();
  readonly errors = new Map<string, string>();
  /** What is wrong with custom sentences, which were left out. */
  readonly problems: string[] = [];
  private readonly language: string;
  private readonly fragmentNumbers = new Map<string, number>();

  constructor(language: string, sources: readonly SentenceSource[]) {
    this.language = language;
    for (const { data } of sources) {
      this.addRules(data.expansion_rules ?? {});
      this.addResponses(data.responses);
    }
    this.skipWords = new FillerPhrases(sources.flatMap(({ data }) => data.skip_words ?? []));
  }

  /** Adds lists and sentences in short steps; the model must not be used before the last one. */
  *fill(sources: readonly SentenceSource[]): Generator<void> {
    for (const { data } of sources)
      for (const [name, list] of Object.entries(data.lists ?? {})) {
        this.tried(() => this.addList(name, list));
        yield;
      }
    for (const { data, file } of sources)
      for (const [intent, { data: blocks }] of Object.entries(data.intents ?? {}))
        for (const block of blocks) {
          this.addBlock(intent, block, file);
          yield;
        }
  }

  /** The list of `{0..100:slot}`; undefined if the name is none. */
  inlineRange(name: string): SlotList | undefined {
    const [, from, to, step = '1'] = /^(-?\d+)\.\.(-?\d+)(?:,(\d+))?$/.exec(name) ?? [];
    if (from === undefined || Number(step) === 0) return undefined;
    const list = numberList({ from: Number(from), to: Number(to), step: Number(step) }, this.language);
    this.lists.set(name, list);
    return list;
  }

  private addRules(rules: Readonly<Record<string, string>>): void {
    for (const [name, rule] of Object.entries(rules))
      this.tried(() => this.rules.set(name, parseTemplate(rule)));
  }

  private addBlock(intent: string, block: Block, file: string | null | undefined): void {
    this.addRules(block.expansion_rules ?? {});
    for (const [name, list] of Object.entries(block.lists ?? {})) this.tried(() => this.addList(name, list));
    for (const template of block.sentences)
      this.tried(() => {
        const node = parseTemplate(template);
        const required = requiredTexts(node, this.rules).map((texts) =>
          texts.map((text) => this.numberOf(text)),
        );
        this.sentences.push({ intent, template, node, block, file, required });
      });
  }

  private addResponses(responses: SentenceSource['data']['responses']): void {
    for (const [intent, texts] of Object.entries(responses?.intents ?? {}))
      this.responses.set(intent, new Map([...(this.responses.get(intent) ?? []), ...Object.entries(texts)]));
    for (const [key, text] of Object.entries(responses?.errors ?? {})) this.errors.set(key, text);
  }

  private addList(name: string, data: ListData): void {
    const list = compileList(data, this.language);
    const known = this.lists.get(name);
    if (known?.kind !== 'texts' || list.kind !== 'texts') {
      this.lists.set(name, list);
      return;
    }
    const joined = [...valuesIn(known), ...valuesIn(list)];
    this.lists.set(name, { ...known, templates: joined });
  }

  private tried(add: () => void): void {
    try {
      add();
    } catch (error) {
      if (!(error instanceof TemplateSyntaxError)) throw error;
      this.problems.push(error.message);
    }
  }

  private numberOf(fragment: string): number {
    const known = this.fragmentNumbers.get(fragment);
    if (known !== undefined) return known;
    const number = this.fragments.push(fragment) - 1;
    this.fragmentNumbers.set(fragment, number);
    return number;
  }
}

function valuesIn(list: TextList): TextList['templates'] {
  return list.templates;
}

function compileList(data: ListData, language: string): SlotList {
  if ('values' in data && Array.isArray(data.values)) {
    const templates = data.values.map((one) => {
      const text = isTemplate(one.in) ? one.in : withoutPunctuation(one.in).trim();
      const value = one.out ?? (isTemplate(one.in) ? undefined : one.in);
      return { node: parseTemplate(text), value: { value, context: one.context } };
    });
    return { kind: 'texts', index: new TextIndex(), templates };
  }
  if ('range' in data && typeof data.range === 'object') return numberList(data.range as Range, language);
  return { kind: 'wildcard' };
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly step?: number | undefined;
  readonly fractions?: string | null | undefined;
  readonly multiplier?: number | undefined;
}

const MAX_WORDS = 1000;

/** The numbers of a range; those of long ranges are matched in digits only. */
export function numberList(range: Range, language: string): NumberList {
  const { from, to, step = 1, multiplier = 1 } = range;
  const part = range.fractions === 'halves' ? 2 : range.fractions === 'tenths' ? 10 : 1;
  const words = new TextIndex<number>();
  const smallest = part === 2 ? 0.5 : step;
  if ((to - from) / smallest <= MAX_WORDS)
    for (let number = from; number <= to; number += smallest)
      for (const said of new Set(spellNumber(number, language))) words.add(said, number * multiplier);
  return {
    kind: 'numbers',
    hasFractions: part > 1,
    words,
    valueOf: (number) => {
      if (number < from || number > to) return undefined;
      const steps = ((number - from) * part) / step;
      return Math.abs(steps - Math.round(steps)) < 1e-9 ? number * multiplier : undefined;
    },
  };
}
