import type { HomeLists, HomeValue } from './home-lists.ts';
import type { LanguageModel, MatchFacts, Sentence } from './language-model.ts';
import { isExcluded, isRequired } from './match-facts.ts';
import { type MatchedText, matchedText } from './matched-text.ts';
import { best, bestGuess, type Ranked, type Recognition } from './ranking.ts';
import { type SentenceMatch, SentenceMatcher } from './sentence-matcher.ts';
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

/**
 * Returns how a text is best understood, in the first of the surroundings in which it is a sentence; undefined if it is in
 * none.
 */
export function recognize(
  model: LanguageModel,
  text: string,
  ...surroundings: readonly Hearing[]
): Recognition | undefined {
  const candidates = candidatesFor(model, text);
  for (const hearing of surroundings) {
    const found = allMatches(model, candidates, hearing);
    const chosen = hearing.acceptsUnknown === true ? bestGuess(found) : best(found);
    if (chosen !== undefined) return chosen;
  }
  return undefined;
}

/** A sentence whose required texts occur in what was said, and the texts to match it with. */
interface Candidate {
  readonly sentence: Sentence;
  readonly said: readonly MatchedText[];
}

function candidatesFor(model: LanguageModel, text: string): readonly Candidate[] {
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
  const known = new Map<string, MatchedText>();
  const matchedOnce = (said: string): MatchedText => {
    const one = known.get(said) ?? matchedText(said);
    known.set(said, one);
    return one;
  };
  const haystack = `${lowered(texts.whole)}\n${lowered(texts.bare)}`;
  const occurs = model.fragments.map((fragment) => haystack.includes(fragment));
  return model.sentences
    .filter(({ required }) => required.every((group) => group.some((fragment) => occurs[fragment])))
    .map((sentence) => ({ sentence, said: variantsOf(sentence, model, texts).map(matchedOnce) }));
}

function allMatches(model: LanguageModel, candidates: readonly Candidate[], hearing: Hearing): Ranked[] {
  const { lists, mayKnow, acceptsUnknown = false } = hearing;
  const matchers = new Map<MatchedText, SentenceMatcher>();
  const matcherOf = (said: MatchedText): SentenceMatcher => {
    const known = matchers.get(said);
    if (known !== undefined) return known;
    const matcher = new SentenceMatcher({ model, lists, acceptsUnknown, mayKnow }, said);
    matchers.set(said, matcher);
    return matcher;
  };
  const found: Ranked[] = [];
  for (const { sentence, said: texts } of candidates) {
    const { requires_context: required, excludes_context: excluded } = sentence.block;
    if (!isRequired(required, hearing.facts, true) || isExcluded(excluded, hearing.facts)) continue;
    for (const said of texts) {
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
