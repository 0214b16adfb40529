import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MqttFilterIndex } from '../../src/core/mqtt-filter-index.ts';
import { coversFilter, matchesFilter } from '../../src/core/mqtt-topic.ts';
import { testData } from '../support/test-data.ts';

const cases = testData(import.meta.filename);

const level = fc.constantFrom('a', 'b', '$s', '');
const topic = fc.array(level, { minLength: 1, maxLength: 4 }).map((levels) => levels.join('/'));
const filter = fc
  .tuple(fc.array(fc.oneof(level, fc.constant('+')), { minLength: 1, maxLength: 4 }), fc.boolean())
  .map(([levels, isOpen]) => [...levels, ...(isOpen ? ['#'] : [])].join('/'));

describe('an index of filters', () => {
  it('finds what testing each filter finds, also after some are removed', () => {
    fc.assert(
      fc.property(fc.array(filter, { maxLength: 8 }), fc.array(filter), topic, (stay, go, asked) => {
        const index = new MqttFilterIndex<string>();
        for (const one of [...stay, ...go]) index.add(one, one);
        for (const one of go) if (!stay.includes(one)) index.delete(one, one);
        const wanted = [...new Set(stay)].filter((one) => matchesFilter(one, asked));
        expect(index.matching(asked).sort()).toEqual(wanted.sort());
      }),
    );
  });

  it('keeps nothing of removed filters', () => {
    const index = new MqttFilterIndex<string>();
    for (const one of ['a/+/c', '#', 'a/#', 'a']) {
      index.add(one, one);
      index.delete(one, one);
      index.delete(one, one);
    }
    expect(index).toEqual(new MqttFilterIndex<string>());
  });
});

describe('a filter covers another', () => {
  it('only if each topic of the other is one of its own', () => {
    fc.assert(
      fc.property(filter, filter, topic, (wide, narrow, one) => {
        if (coversFilter(wide, narrow) && matchesFilter(narrow, one))
          expect(matchesFilter(wide, one)).toBe(true);
      }),
    );
  });

  it.each(cases<[string, string, boolean][]>('filters'))('%s and %s: %s', (wide, narrow, covers) => {
    expect(coversFilter(wide, narrow)).toBe(covers);
  });
});
