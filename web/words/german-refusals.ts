import { OF_PEOPLE } from './refusals-of-people.ts';
import { EXPECTED, OF_STEPS } from './refusals-of-steps.ts';
import { OF_THINGS } from './refusals-of-things.ts';

interface Pattern {
  readonly test: RegExp;
  readonly german: string;
}

const ALL: ReadonlyMap<string, string> = new Map(Object.entries({ ...OF_PEOPLE, ...OF_THINGS, ...OF_STEPS }));
const WRAPPED = 'Validation error: ';
const MAX_LENGTH = 1000;
let patterns: readonly Pattern[] | undefined;

/** The German of a sentence of the server; undefined for one that is not in the tables. */
export function germanRefusal(sentence: string): string | undefined {
  if (sentence.startsWith(WRAPPED)) return germanRefusal(sentence.slice(WRAPPED.length));
  const known = ALL.get(sentence);
  if (known !== undefined || sentence.length > MAX_LENGTH) return known;
  const wrong = germanWrong(sentence);
  if (wrong !== undefined) return wrong;
  patterns ??= [...ALL]
    .filter(([english]) => english.includes('{1}'))
    .sort(byWords)
    .map(patternOf);
  for (const pattern of patterns) {
    const text = filledIn(pattern, sentence);
    if (text !== undefined) return text;
  }
  return undefined;
}

function filledIn({ test, german }: Pattern, sentence: string): string | undefined {
  const values = test.exec(sentence);
  return values === null
    ? undefined
    : german.replace(/\{(\d)\}/g, (_gap, n: string) => values[Number(n)] ?? '');
}

/** A value that is not what it should be. */
function germanWrong(sentence: string): string | undefined {
  const [, wanted = '', got = ''] = /^Expected (.+?)\. Got (.*)$/s.exec(sentence) ?? [];
  const meant = Object.entries(EXPECTED)
    .map((one) => filledIn(patternOf(one), wanted))
    .find((one) => one !== undefined);
  return meant === undefined ? undefined : `Hier wird erwartet: ${meant}. Da steht ${got}`;
}

/** What says most of itself is looked at first: `{1} is gone` fits much. */
function byWords([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return ownLetters(b) - ownLetters(a);
}

function ownLetters(english: string): number {
  return english.replace(/\{\d\}/g, '').length;
}

/** What finds the sentence again, with what the server put in. */
export function patternOf([english, german]: readonly [string, string]): Pattern {
  const source = english
    .split(/\{\d\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('([^]*?)');
  return { test: new RegExp(`^${source}$`), german };
}
