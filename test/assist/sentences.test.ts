import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { LanguageModel } from '../../src/assist/sentences/language-model.ts';
import { recognize } from '../../src/assist/sentences/recognizer.ts';
import { SentenceData } from '../../src/assist/sentences/sentence-data.ts';
import { parseTemplate, TemplateSyntaxError } from '../../src/assist/sentences/sentence-template.ts';
import { spellNumber } from '../../src/assist/sentences/spell-number.ts';
import { FillerPhrases, spokenText } from '../../src/assist/sentences/spoken-text.ts';
import { includedSentences, languageModel } from '../support/assist-home.ts';

const hearing = { lists: {}, facts: {}, mayKnow: null };

/** The slots of a sentence; null if it does not match. */
function slotsOf(template: string, text: string, others: object = {}): Record<string, unknown> | null {
  const intents = { Test: { data: [{ sentences: [template] }] } };
  const found = recognize(languageModel('en', { intents, ...others }), text, hearing);
  return found === undefined ? null : Object.fromEntries(found.slots.map(({ name, value }) => [name, value]));
}

const lists = {
  color: { values: [{ in: 'red[dish]', out: 'red' }, 'blue'] },
  level: { range: { from: 0, to: 100 } },
  heat: { range: { from: 0, to: 30, fractions: 'halves' } },
  step: { range: { from: 1000, to: 2000, step: 100 } },
  less: { range: { from: 0, to: 100, multiplier: -1 } },
  item: { wildcard: true },
};

test.each([
  ['turn (on|off) [the] light[s]', 'Turn off lights!', {}],
  ['turn (on|off) [the] light[s]', 'turn the lights', null],
  ['(now;please) go', 'please now go', {}],
  ['(now;please) go', 'now go', null],
  ['<go> home', 'start home', {}],
  ['make it {color}', 'make it reddish', { color: 'red' }],
  ['make it {color:shade}', 'make it BLUE', { shade: 'blue' }],
  ['set {level}[%]', 'set 40%', { level: 40 }],
  ['set {level} percent', 'set twenty-five percent', { level: 25 }],
  ['set {level} percent', 'set twenty five percent', { level: 25 }],
  ['set {level}', 'set 101', null],
  ['set {heat} degrees', 'set 20.5 degrees', { heat: 20.5 }],
  ['set {heat} degrees', 'set 20,3 degrees', null],
  ['set {step} kelvin', 'set 1700 kelvin', { step: 1700 }],
  ['set {step} kelvin', 'set 1750 kelvin', null],
  ['lower by {less}', 'lower by 5', { less: -5 }],
  ['wait {1..9:minutes} minutes', 'wait 7 minutes', { minutes: 7 }],
  ['add {item} to my list', 'add Milk and Eggs to my list', { item: 'Milk and Eggs' }],
  ['add {item} to my list', 'add to my list', null],
  ['remember {item}', 'remember', null],
] as const)('%s understands "%s"', (template, text, slots) => {
  expect(slotsOf(template, text, { lists, expansion_rules: { go: '(go|start)' } })).toEqual(slots);
});

test('words without a meaning are skipped, unless they belong to the sentence', () => {
  const skip_words = ['please', 'i want'];
  expect(slotsOf('lights on', 'please lights on', { skip_words })).toEqual({});
  expect(slotsOf('i want light', 'i want light', { skip_words })).toEqual({});
  expect(new FillerPhrases(skip_words).remove('Please, I want pleased people')).toBe(', pleased people');
});

test('punctuation is dropped, except in initials and numbers', () => {
  expect(spokenText('  Turn on the A.C.! ')).toBe('Turn on the A.C.');
  expect(spokenText('Is it 20.5, really?')).toBe('Is it 20.5 really');
});

test('a sentence that a user wrote is preferred to an included one', () => {
  const data = (intent: string) =>
    SentenceData.parse({ intents: { [intent]: { data: [{ sentences: ['hello'] }] } } });
  const sources = [{ data: data('Included') }, { data: data('Written'), file: 'en/own.yaml' }];
  const model = new LanguageModel('en', sources);
  for (const _step of model.fill(sources));
  expect(recognize(model, 'hello', hearing)?.sentence.intent).toBe('Written');
});

it.each(['(a', 'a)', '[a', '{a', '<a', '(a|b;c)', '('.repeat(60)])('%s is no template', (template) => {
  expect(() => parseTemplate(template)).toThrow(TemplateSyntaxError);
});

test('any text is a template or a syntax error, and any sentence can be tried', () => {
  const model = includedSentences('en');
  fc.assert(
    fc.property(fc.string(), (text) => {
      try {
        parseTemplate(text);
      } catch (error) {
        expect(error).toBeInstanceOf(TemplateSyntaxError);
      }
      recognize(model, text, hearing);
    }),
    { numRuns: 200 },
  );
});

test('a rule that contains itself ends', () => {
  expect(slotsOf('<a> now', 'x now', { expansion_rules: { a: '(x|<a>)' } })).toEqual({});
});

describe('numbers in words', () => {
  it.each([
    [0, 'en', 'zero'],
    [21, 'en', 'twenty-one'],
    [100, 'en', 'one hundred'],
    [2700, 'en', 'twenty-seven hundred'],
    [20.5, 'en', 'twenty point five'],
    [1, 'de', 'eine'],
    [21, 'de', 'einundzwanzig'],
    [100, 'de', 'hundert'],
    [2700, 'de', 'zweitausendsiebenhundert'],
    [20.5, 'de', 'zwanzig komma fünf'],
  ] as const)('%d in %s is "%s"', (number, language, words) => {
    expect(spellNumber(number, language)).toContain(words);
  });
});
