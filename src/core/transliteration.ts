import differences from './home-assistant-sounds.json' with { type: 'json' };
import letters from './letter-table.json' with { type: 'json' };

/**
 * Transliterates text to ASCII: `Гостиная` becomes `gostinaia`, `温度` `wen_du_`. Characters without a
 * transliteration become `_`.
 */
export function transliterate(text: string): string {
  return text.normalize('NFKD').replace(/[^\p{ASCII}]/gu, soundOf);
}

/** Cached transliterations; bounded, since the keys are single code units. */
const found = new Map<string, string>();

function soundOf(letter: string): string {
  const known = found.get(letter);
  if (known !== undefined) return known;
  const sound = findSound(letter);
  if (letter.length === 1) found.set(letter, sound);
  return sound;
}

function findSound(letter: string): string {
  recorded ??= readRecorded();
  const own = recorded.get(letter);
  if (own !== undefined) return own;
  const code = letter.codePointAt(0) ?? 0;
  if (code >= FIRST_CHINESE && code <= LAST_CHINESE) return `${chineseSound(code)}_`;
  return runSound(code) ?? (isSilent(letter) ? '' : '_');
}

let recorded: ReadonlyMap<string, string> | undefined;

/**
 * Letters that Home Assistant transliterates differently in IDs than the letter table does: all differences among the letters and signs
 * of the basic plane, a sample of what was observed being in `test/golden/slugs.jsonl`. A letter or the first and last of several in
 * hex, and the sound: `-` is silent, `_` stands for a gap.
 */
function readRecorded(): ReadonlyMap<string, string> {
  const all = new Map<string, string>();
  for (const entry of differences.flatMap(({ sounds }) => Object.values(sounds).flat())) {
    for (const [, first = '', last = first, sound = ''] of entry.matchAll(
      /([\da-f]+)(?:-([\da-f]+))?=(\S+)/g,
    )) {
      const end = Number.parseInt(last, 16);
      for (let code = Number.parseInt(first, 16); code <= end; code += 1)
        all.set(String.fromCodePoint(code), sound === '-' ? '' : sound);
    }
  }
  return all;
}

const [FIRST_CHINESE, LAST_CHINESE] = [0x4e00, 0x9fff];
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
let syllables: readonly string[] | undefined;

function chineseSound(code: number): string {
  syllables ??= letters.syllables.split(' ');
  const at = (code - FIRST_CHINESE) * 2;
  const number =
    DIGITS.indexOf(letters.readings.charAt(at)) * 64 + DIGITS.indexOf(letters.readings.charAt(at + 1));
  return syllables[number] ?? '';
}

/** A run of consecutive letters; its transliterations are split on first use. */
interface Run {
  readonly first: number;
  readonly line: string;
  sounds: readonly string[] | undefined;
}

let runs: readonly Run[] | undefined;

/** The transliteration of a letter in the table, if there is one. */
function runSound(code: number): string | undefined {
  runs ??= letters.runs.map((line) => ({
    first: Number.parseInt(line, 16),
    line,
    sounds: undefined,
  }));
  const run = runs.findLast(({ first }) => first <= code);
  if (run === undefined) return undefined;
  run.sounds ??= run.line.split(' ').slice(1);
  const sound = run.sounds[code - run.first];
  return sound === '.' ? undefined : sound;
}

/** Combining marks, invisible characters, quotes used as apostrophes, and pictographs. */
const SILENT =
  /[\p{M}\p{Cf}\u2018\u2019\u201b\u2032\u2100-\u2140\u2400-\u244a\u2600-\u2613\u2619-\u2671\u2701-\u275e\u2761-\u27af\u27b1-\u27be]|[\u{10000}-\u{10ffff}]/u;
/** Those of them that Home Assistant replaces by `_`. */
const GAPS =
  /[\u0600-\u0605\u200b\u2060-\u2069]|[\u034f-\u035f]|[\u0610-\u061c]|[\u20e4-\u20f0]|[\ufe00-\ufe0f]/;

function isSilent(letter: string): boolean {
  return SILENT.test(letter) && !GAPS.test(letter);
}
