import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isoTime } from '../../../src/core/clock.ts';
import { JsonBytes } from '../../../src/history/queries/json-bytes.ts';
import { TimeWriter } from '../../../src/history/queries/time-writer.ts';

const written = (write: (out: JsonBytes) => void): string => {
  const out = new JsonBytes();
  write(out);
  return Buffer.from(out.take()).toString();
};
const anyText = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constant('"\\\n\u007f\ud800'));

test('texts are quoted as JSON.stringify quotes them', () => {
  fc.assert(
    fc.property(fc.array(anyText), (texts) => {
      const json = written((out) => {
        for (const text of texts) out.quoted(text);
      });
      expect(json).toBe(Buffer.from(texts.map((text) => JSON.stringify(text)).join('')).toString());
    }),
  );
});

test('JSON that repeats is written each time', () => {
  const texts = ['{}', '{}', '{"unit":"°C"}', '{"unit":"°C"}', '{}'];
  expect(
    written((out) => {
      for (const text of texts) out.repeated(text);
    }),
  ).toBe(texts.join(''));
});

test('times are those of the usual functions, in any year', () => {
  const millisecond = fc.oneof(
    fc.integer({ min: -62_000_000_000_000, max: 253_000_000_000_000 }),
    fc.integer({ min: 1_700_000_000_000, max: 1_900_000_000_000 }),
    fc.constantFrom(0, 999_999_999_999, 1_000_000_000_000, 9_999_999_999_999, 1_795_176_000_000),
  );
  fc.assert(
    fc.property(millisecond, (at) => {
      expect(Number(written((out) => new TimeWriter(out).seconds(at)))).toBe(at / 1000);
      expect(written((out) => new TimeWriter(out).iso(at))).toBe(`"${isoTime(at)}"`);
    }),
  );
});

test('a text longer than a chunk is written whole, and each chunk has a buffer of its own', () => {
  const out = new JsonBytes();
  const long = 'x'.repeat(300_000);
  out.ascii('[');
  out.repeated(JSON.stringify(long));
  expect(out.isFull).toBe(true);
  const first = out.take();
  out.ascii(']');
  const second = out.take();
  expect(out.isEmpty).toBe(true);
  expect(first.buffer).not.toBe(second.buffer);
  expect(JSON.parse(Buffer.concat([first, second]).toString())).toEqual([long]);
});
