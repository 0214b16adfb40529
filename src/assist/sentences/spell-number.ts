/** How the whole numbers of a language are said; all common forms, in lower case. */
type Spelling = (value: number) => readonly string[];

const EN_SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const EN_TENS = '  twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const EN_ORDINALS: Readonly<Record<string, string>> = {
  ...{ one: 'first', two: 'second', three: 'third', five: 'fifth', eight: 'eighth', nine: 'ninth' },
  twelve: 'twelfth',
};
const DE_SMALL =
  'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn'.split(
    ' ',
  );
const DE_TENS = '  zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'.split(' ');
const DE_ONE = ['ein', 'eine', 'einen', 'einem', 'einer', 'eines'];

function english(value: number): string[] {
  if (value < 20) return [EN_SMALL[value] ?? ''];
  if (value < 100) {
    const tens = EN_TENS[Math.floor(value / 10)] ?? '';
    const ones = value % 10;
    return ones === 0 ? [tens] : [`${tens}-${EN_SMALL[ones]}`, `${tens} ${EN_SMALL[ones]}`];
  }
  const unit = value < 1000 ? 100 : 1000;
  const name = unit === 100 ? 'hundred' : 'thousand';
  const heads = english(Math.floor(value / unit)).map((head) => `${head} ${name}`);
  const rest = value % unit;
  const all =
    rest === 0
      ? heads
      : heads.flatMap((head) => english(rest).flatMap((tail) => [`${head} ${tail}`, `${head} and ${tail}`]));
  // "Twenty-seven hundred".
  const byHundreds = value >= 1100 && value < 10_000 && value % 100 === 0 && value % 1000 !== 0;
  return byHundreds ? [...all, ...english(value / 100).map((head) => `${head} hundred`)] : all;
}

function englishOrdinal(cardinal: string): string {
  const [, before = '', last = ''] = /^(.*?)(\w+)$/.exec(cardinal) ?? [];
  const ordinal = EN_ORDINALS[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`);
  return before + ordinal;
}

function german(value: number): string[] {
  if (value < 20) return [DE_SMALL[value] ?? ''];
  if (value < 100) {
    const tens = DE_TENS[Math.floor(value / 10)] ?? '';
    const ones = value % 10;
    if (ones === 0) return [tens];
    return [`${ones === 1 ? 'ein' : DE_SMALL[ones]}und${tens}`];
  }
  const unit = value < 1000 ? 100 : 1000;
  const name = unit === 100 ? 'hundert' : 'tausend';
  const count = Math.floor(value / unit);
  const heads = count === 1 ? [`ein${name}`, name] : german(count).map((head) => `${head}${name}`);
  const rest = value % unit;
  return rest === 0 ? heads : heads.flatMap((head) => german(rest).map((tail) => `${head}${tail}`));
}

const SPELLINGS: Readonly<Record<string, Spelling>> = {
  en: (value) => {
    const cardinals = english(value);
    return [...cardinals, ...cardinals.map(englishOrdinal)];
  },
  de: (value) => (value === 1 ? ['eins', ...DE_ONE] : german(value)),
};

const HALF: Readonly<Record<string, string>> = { en: 'point five', de: 'komma fünf' };

/** How a number between 0 and 99,999, whole or with a half, is said in a language; empty for unknown ones. */
export function spellNumber(value: number, language: string): readonly string[] {
  const base = language.slice(0, 2);
  const spelling = SPELLINGS[base];
  if (spelling === undefined || value < 0 || value > 99_999) return [];
  if (Number.isInteger(value)) return spelling(value);
  return spelling(Math.floor(value)).map((whole) => `${whole} ${HALF[base]}`);
}
