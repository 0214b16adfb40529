import fc from 'fast-check';
import { expect, test } from 'vitest';
import { State } from '../../../src/core/state.ts';
import { RecordedAttributes } from '../../../src/history/recorder/recorded-attributes.ts';
import { seeds } from '../../support/thoroughness.ts';

const context = { id: '01', parent_id: null, user_id: null };

function stateWith(attributes: Readonly<Record<string, unknown>>): State {
  const times = { last_changed: 1, last_reported: 1, last_updated: 1 };
  return new State({ entity_id: 'light.a', state: 'on', attributes, ...times, context });
}

const declared = new Set(['effect_list', 'b']);
const keys = fc.constantFrom('a', 'b', 'effect_list', 'supported_features', 'restored', '__proto__', '"b":1');
const values: fc.Memo<unknown> = fc.memo((depth) =>
  depth <= 1
    ? fc.oneof(fc.constantFrom(1, 11, null, true, undefined), keys, fc.string())
    : fc.oneof(
        values(1),
        fc.array(values(depth - 1), { maxLength: 3 }),
        fc.dictionary(keys, values(depth - 1)),
      ),
);

test('all attributes but those not worth recording are recorded, whatever they contain', () => {
  const recorded = new RecordedAttributes(() => {});
  recorded.leaveOut(() => [...declared]);
  fc.assert(
    // The second attributes mostly have the same ones to leave out as the first.
    fc.property(fc.dictionary(keys, values(3)), keys, values(1), (first, key, value) => {
      for (const attributes of [first, { ...first, [key]: value }]) {
        const expected = Object.entries(attributes).filter(
          ([name]) => !declared.has(name) && name !== 'supported_features' && name !== 'restored',
        );
        expect(recorded.textOf('light.a', stateWith(attributes))).toBe(
          JSON.stringify(Object.fromEntries(expected)),
        );
      }
    }),
    { seed: 1, numRuns: seeds(500, 5000) },
  );
});

test('attributes that are too long are recorded as none, and reported', () => {
  const tooLong: unknown[] = [];
  const recorded = new RecordedAttributes((...args) => tooLong.push(args));
  expect(recorded.textOf('light.a', stateWith({ text: 'x'.repeat(16_384), supported_features: 1 }))).toBe(
    '{}',
  );
  expect(tooLong).toEqual([['light.a', 16_395]]);
});
