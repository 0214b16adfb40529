import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { parseSentence } from '../../../src/automation/config/sentence.ts';

const match = (sentence: string, spoken: string) => parseSentence(sentence, ['command']).match(spoken);

describe('a sentence', () => {
  it.each([
    ['turn on the light', 'Turn  ON the light!', {}],
    ['turn on [the] light[s]', 'turn on light', {}],
    ['turn on [the] light[s]', 'turn on the lights', {}],
    ['[please] (open|raise) the (blind|shutter)[s]', 'raise the shutters', {}],
    ['[please] (open|raise) the (blind|shutter)[s]', 'Please, open the blind.', {}],
    ['make (tea|coffee) [for {who}]', 'Make  TEA for my Wife!', { who: 'my Wife' }],
    ['make (tea|coffee) [for {who}]', 'make coffee', {}],
    ['play {album} by {artist}', 'play the wall by pink floyd', { album: 'the wall', artist: 'pink floyd' }],
    ['{room} is cold', 'Küche ist kalt', undefined],
    ['{room} is cold', 'Küche is cold', { room: 'Küche' }],
    ['a|b', 'b', {}],
    ['turn on the light', 'turn on the', undefined],
    ['turn on the light', 'turn on the lights', undefined],
    ['turn on', 'turnon', undefined],
    ['[a]', '', undefined],
    ['set {x}', 'set', undefined],
  ])('%j is %j as %j', (sentence, spoken, slots) => {
    expect(match(sentence, spoken)).toEqual(slots);
  });

  it.each([
    [''],
    ['hello, you'],
    ['[open'],
    ['(a|b'],
    ['a)'],
    ['{}'],
    ['{a b}'],
    ['{a'],
    ['<rule>'],
    ['x'.repeat(501)],
  ])('cannot be %j', (sentence) => {
    expect(() => parseSentence(sentence, ['command'])).toThrow(/sentence/i);
  });

  it('matches what it was made from, whatever is chosen and left out', () => {
    const word = fc.stringMatching(/^[a-zà-ü]{1,8}$/);
    const part = fc.record({
      words: fc.array(word, { minLength: 1, maxLength: 3 }),
      at: fc.nat(2),
      optional: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), fc.boolean(), (parts, leavesOut) => {
        const sentence = parts.map(({ words, optional }) =>
          optional ? `[${words.join('|')}]` : `(${words.join('|')})`,
        );
        const spoken = parts.flatMap(({ words, at, optional }) =>
          optional && leavesOut ? [] : [words[at % words.length]],
        );
        if (spoken.length === 0) return;
        expect(match(sentence.join(' '), spoken.join(' ').toUpperCase())).toEqual({});
      }),
    );
  });

  it('of any text is parsed or rejected, and matches any input quickly', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'ab [](){}|<>', 'é') }),
        fc.string({ maxLength: 80 }),
        (text, spoken) => {
          try {
            parseSentence(text, []).match(spoken);
          } catch (error) {
            expect(error).toMatchObject({ code: 'invalid_format' });
          }
        },
      ),
    );
    const greedy = parseSentence(`${'{a} [x] '.repeat(30)}end`, []);
    expect(greedy.match('x '.repeat(200))).toBeUndefined();
  });
});

it('tries each end of a slot once, however many slots follow each other', () => {
  const spoken = 'a'.repeat(499);
  const trims = vi.spyOn(String.prototype, 'trim');
  try {
    expect(match('{a}{b}{c}{d}{e} never', spoken)).toBeUndefined();
    expect(trims.mock.calls.length).toBeLessThan(10 * spoken.length);
  } finally {
    trims.mockRestore();
  }
});
