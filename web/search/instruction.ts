import { simple } from './search-index.ts';

/** What a typed text wants from something: "lamp 30 % warm" is a number and a warmth. */
export interface Instruction {
  /** The entity or place that the instruction is for. */
  readonly name: string;
  readonly value?: number;
  readonly unit?: '%' | '°';
  readonly verb?: Verb;
  readonly warmth?: Warmth;
}

export const VERBS = ['on', 'off', 'open', 'close', 'lock', 'run'] as const;
export type Verb = (typeof VERBS)[number];

export const WARMTHS = ['warm', 'neutral', 'cool'] as const;
export type Warmth = (typeof WARMTHS)[number];

/** The words of a language for each verb and warmth, and those for percent and degrees. */
export type Vocabulary = Readonly<
  Record<Verb | Warmth | 'percent' | 'degrees' | 'filler', readonly string[]>
>;

const NUMBER = /^(\d{1,3}(?:[.,]\d{1,2})?)(%|°c?|°f)?$/;

/**
 * Reads a instruction from a text; undefined if it is only a name. The last number and verb count: "lamp 2 30 %" is
 * about "lamp 2".
 */
export function instructionOf(text: string, words: Vocabulary): Instruction | undefined {
  const tokens = simple(text)
    .replace(/(\d)\s+(%|°)/g, '$1$2')
    .split(/\s+/)
    .filter(Boolean);
  const rest: string[] = [];
  let instruction: Omit<Instruction, 'name'> = {};
  for (const token of tokens.reverse()) {
    // "Auf" in "Lampe auf 30 %" opens nothing.
    const isFiller = instruction.value !== undefined && words.filler.includes(token);
    const part = isFiller ? undefined : partOf(token, words);
    const isNew = part !== undefined && Object.keys(part).every((key) => !Object.hasOwn(instruction, key));
    if (isNew) instruction = { ...instruction, ...part };
    else if (!words.filler.includes(token)) rest.unshift(token);
  }
  const isWish =
    instruction.value !== undefined || instruction.verb !== undefined || instruction.warmth !== undefined;
  return isWish && rest.length > 0 ? { ...instruction, name: rest.join(' ') } : undefined;
}

function partOf(token: string, words: Vocabulary): Omit<Instruction, 'name'> | undefined {
  const [number, digits = '', sign] = NUMBER.exec(token) ?? [];
  if (number !== undefined)
    return {
      value: Number(digits.replace(',', '.')),
      ...(sign === undefined ? {} : { unit: sign === '%' ? '%' : '°' }),
    };
  const verb = VERBS.find((one) => words[one].includes(token));
  if (verb !== undefined) return { verb };
  const warmth = WARMTHS.find((one) => words[one].includes(token));
  if (warmth !== undefined) return { warmth };
  if (words.percent.includes(token)) return { unit: '%' };
  return words.degrees.includes(token) ? { unit: '°' } : undefined;
}
