import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isEntityId, parseEntityId, uniqueId } from '../../src/core/entity-id.ts';
import { slugify } from '../../src/core/slug.ts';
import { testData } from '../support/test-data.ts';

const cases = testData(import.meta.filename);

test('ids are lower-cased on input and refused by name when malformed', () => {
  expect(parseEntityId('Light.Kitchen')).toBe('light.kitchen');
  expect(() => parseEntityId('kitchen lamp')).toThrow('"kitchen lamp"');
});

test('slugs fold accents and umlauts, join words, and are never empty for text', () => {
  expect([
    slugify('Küche & Flur'),
    slugify('Größe'),
    slugify("Anna's Café"),
    slugify('!!!'),
    slugify(''),
    slugify('Œuvre Łódź'),
    slugify('1,000 l “q” it’s'),
  ]).toEqual(['kuche_flur', 'grosse', 'anna_s_cafe', 'unknown', '', 'oeuvre_lodz', '1000_l_q_its']);
});

test.each(cases<[string, string][]>('slugs'))('a slug sounds like the text: %s', (text, slug) => {
  expect(slugify(text)).toBe(slug);
});

test('any slug makes a well-formed entity id', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }), (text) =>
      isEntityId(`light.${slugify(text)}`),
    ),
  );
});

test('a taken id gets the first free number', () => {
  const taken = new Set(['a', 'a_2']);
  expect(uniqueId('a', (id) => taken.has(id))).toBe('a_3');
});
