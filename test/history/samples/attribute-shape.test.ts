import fc from 'fast-check';
import { expect, test } from 'vitest';
import { piecesOf, takeApart, takeApartAs } from '../../../src/history/samples/attribute-shape.ts';

const value = fc.oneof(fc.integer(), fc.double(), fc.string(), fc.boolean(), fc.constant(null));
const attributes = fc.dictionary(
  fc.constantFrom('a', 'b', '"', 'c,'),
  fc.oneof(value, fc.array(value, { maxLength: 3 })),
);

test('texts taken apart as another shape are what they are taken apart alone, or refused', () => {
  fc.assert(
    fc.property(attributes, attributes, (one, other) => {
      const [shape, text] = [takeApart(JSON.stringify(one))?.shape ?? '', JSON.stringify(other)];
      const alone = takeApart(text);
      const found = takeApartAs(shape, text);
      if (alone?.shape === shape) expect(found).toEqual(alone);
      else expect(found).toBeUndefined();
      const pieces = piecesOf(alone?.shape ?? '');
      expect(pieces.map((piece, at) => piece + (alone?.values[at] ?? '')).join('')).toBe(text);
    }),
  );
});

test.each([
  ['{"a":"x\\\\","b":1}', ['"x\\\\"', '1']],
  ['{"a":"x\\",\\"b\\":2","b":-1.5e+30}', ['"x\\",\\"b\\":2"', '-1.5e+30']],
])('ends of strings are found in %s', (text, values) => {
  expect(takeApartAs('{"a":\0,"b":\0}', text)?.values).toEqual(values);
});

test.each(['{"a":1}', '{"a":1,"b":2,"c":3}', '{"a":,"b":2}', '{"a":"x,"b":2', '{"a":[1],"b":2}'])(
  'another shape is refused: %s',
  (text) => {
    expect(takeApartAs('{"a":\0,"b":\0}', text)).toBeUndefined();
  },
);
