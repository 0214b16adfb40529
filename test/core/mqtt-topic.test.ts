import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filterProblem, matchesFilter, publishTopicProblem } from '../../src/core/mqtt-topic.ts';
import { testData } from '../support/test-data.ts';

const cases = testData(import.meta.filename);

describe('a topic to publish to', () => {
  it.each(['a', '/', 'a b/ü', '$x/y', 'x'.repeat(65_535), '/'.repeat(49)])('may be %.20s', (topic) => {
    expect(publishTopicProblem(topic)).toBeUndefined();
  });

  it.each([
    '',
    'a/+/b',
    'a/#',
    'NJOURF+1',
    'a\0b',
    'a\u001fb',
    'a\ufffe',
    '\ud800',
    'ü'.repeat(32_768),
    '/'.repeat(50),
  ])('may not be %.20j', (topic) => {
    expect(publishTopicProblem(topic)).toBeDefined();
  });
});

describe('a topic filter', () => {
  it.each(['a', '+', '#', 'a/+/b', 'a/#', '+/+/#', '/', '$share/group/a/+'])('may be %s', (filter) => {
    expect(filterProblem(filter)).toBeUndefined();
  });

  it.each([...cases<string[]>('invalid filters'), '/'.repeat(50)])('may not be %j', (filter) => {
    expect(filterProblem(filter)).toBeDefined();
  });

  it.each(cases<[string, string, boolean][]>('filters'))('%s and %s: %s', (filter, topic, matches) => {
    expect(matchesFilter(filter, topic)).toBe(matches);
  });

  it('matches what it was made from by putting + for any level', () => {
    const level = fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'ü') });
    fc.assert(
      fc.property(fc.array(fc.tuple(level, fc.boolean()), { minLength: 1 }), (levels) => {
        const topic = levels.map(([text]) => text).join('/');
        const filter = levels.map(([text, isWild]) => (isWild ? '+' : text)).join('/');
        expect(matchesFilter(filter, topic)).toBe(true);
        expect(matchesFilter(`${filter}/x`, topic)).toBe(false);
        expect(matchesFilter(`${filter}/#`, topic)).toBe(true);
      }),
    );
  });
});
