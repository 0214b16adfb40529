import type { HomeLists, HomeValue } from './home-lists.ts';
import type { LanguageModel, MatchFacts, Sentence } from './language-model.ts';
import { isExcluded, isRequired } from './match-facts.ts';
import { best, bestGuess, type Ranked, type Recognition } from './ranking.ts';
import { type MatchedText, type SentenceMatch, SentenceMatcher } from './sentence-matcher.ts';
import type { TemplateNode } from './sentence-template.ts';
import { lowered, spokenText } from './spoken-text.ts';

/** The speaker's surroundings. */
export interface Hearing {
  readonly lists: HomeLists;
  /** Facts known beforehand, such as the area of the speaker. */
  readonly facts: MatchFacts;
  /** Whether unknown names, areas and floors are accepted, to say that there are none. */
  readonly acceptsUnknown?: boolean;
  /** Whether the speaker may know a name; null if all. */
  readonly mayKnow: ((value: HomeValue) => boolean) | null;
}

/** Longer texts are no sentences. */
export const MAX_SENTENCE_LENGTH = 500;

type Variant = 'whole' | 'bare' | 'bareStart' | 'bareEnd';

/** Returns how a text is best understood; undefined if no sentence matches it. */
export function recognize(model: LanguageModel, text: string, hearing: Hearing): Recognition | undefined {
  const candidates = allMatches(model, text, hearing);
  return hearing.acceptsUnknown === true ? bestGuess(candidates) : best(candidates);
}

function allMatches(model: LanguageModel, text: string, hearing: Hearing): Ranked[] {
  if (text.length > MAX_SENTENCE_LENGTH) return [];
  const whole = spokenText(text);
  if (whole === '') return [];
  const { skipWords } = model;
  const texts: Record<Variant, string> = {
    whole,
    bare: skipWords.remove(whole),
    bareStart: '',
    bareEnd: '',
  };
  const acceptsUnknown = hearing.acceptsUnknown ?? false;
  const { lists, mayKnow } = hearing;
  const matchers = new Map<string, SentenceMatcher>();
  const matcherOf = (said: string): SentenceMatcher => {
    const known = matchers.get(said);
    if (known !== undefined) return known;
    const matcher = new SentenceMatcher({ model, lists, acceptsUnknown, mayKnow }, matched(said));
    matchers.set(said, matcher);
    return matcher;
  };
  const haystack = `${lowered(texts.whole)}\n${lowered(texts.bare)}`;
  const occurs = model.fragments.map((fragment) => haystack.includes(fragment));
  const found: Ranked[] = [];
  for (const sentence of model.sentences) {
    if (!sentence.required.every((group) => group.some((fragment) => occurs[fragment]))) continue;
    const { requires_context: required, excludes_context: excluded } = sentence.block;
    if (!isRequired(required, hearing.facts, true) || isExcluded(excluded, hearing.facts)) continue;
    for (const said of variantsOf(sentence, model, texts)) {
      const matcher = matcherOf(said);
      if (matcher.isExhausted) return found;
      for (const match of matcher.match(sentence)) {
        const complete = withContext(match, hearing.facts, acceptsUnknown);
        if (complete !== undefined) found.push(complete);
      }
    }
  }
  return found;
}

/** The texts to match a sentence with: skip words next to a wildcard belong to it. */
function variantsOf(sentence: Sentence, model: LanguageModel, texts: Record<Variant, string>): string[] {
  const { node } = sentence;
  let said = texts.bare;
  if (isWildcard(node, model)) return [texts.whole];
  if (node.kind === 'sequence') {
    if (isWildcard(node.items[0], model)) {
      texts.bareEnd ||= model.skipWords.removeAtEnd(texts.whole);
      said = texts.bareEnd;
    } else if (isWildcard(node.items.at(-1), model)) {
      texts.bareStart ||= model.skipWords.removeAtStart(texts.whole);
      said = texts.bareStart;
    }
  }
  return said === texts.bare && texts.bare !== texts.whole ? [texts.whole, said] : [said];
}

function isWildcard(node: TemplateNode | undefined, model: LanguageModel): boolean {
  return node?.kind === 'list' && model.lists.get(node.list)?.kind === 'wildcard';
}

function matched(said: string): MatchedText {
  const original = `${said} `;
  const text = lowered(original);
  return { original, text, broken: text.replace(/[-_]/g, ' ') };
}

/** Checks the required context and adds the slots that follow from the sentence and the surroundings. */
function withContext(
  { sentence, slots, facts, literals }: SentenceMatch,
  around: MatchFacts,
  acceptsUnknown: boolean,
): Ranked | undefined {
  const { requires_context: required, excludes_context: excluded, slots: fixed } = sentence.block;
  const known = { ...around, ...facts };
  if (isExcluded(excluded, known)) return undefined;
  if (!isRequired(required, known, acceptsUnknown)) return undefined;
  const names = new Set(slots.map(({ name }) => name));
  const all = [...slots];
  const add = (name: string, value: unknown, text: string): void => {
    if (!names.has(name)) all.push({ name, value, text, isWildcard: false });
  };
  for (const [name, value] of Object.entries(fixed ?? {})) add(name, value, '');
  for (const [key, wanted] of Object.entries(required ?? {})) {
    if (!Object.hasOwn(known, key))
      all.push({ name: key, value: null, text: '', isWildcard: false, isUnknown: true });
    const slot = slotOf(key, wanted);
    if (slot === undefined) continue;
    const value = textOf(known[key]);
    if (value !== undefined) add(slot, value, value);
  }
  return { sentence, slots: all, literals };
}

function slotOf(key: string, wanted: unknown): string | undefined {
  if (typeof wanted !== 'object' || wanted === null || !('slot' in wanted)) return undefined;
  if (typeof wanted.slot === 'string') return wanted.slot;
  return wanted.slot === true ? key : undefined;
}

function textOf(fact: unknown): string | undefined {
  if (typeof fact === 'string') return fact;
  if (typeof fact !== 'object' || fact === null || !('value' in fact)) return undefined;
  return typeof fact.value === 'string' ? fact.value : undefined;
}
