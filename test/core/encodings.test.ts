import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeText, encodeText } from '../../src/core/encodings.ts';
import { testData } from '../support/test-data.ts';

const cases = testData(import.meta.filename);

test.each([
  ...cases<[string, string, string][]>('commands'),
  ['ascii', 'é', undefined],
  ['latin-1', '€', undefined],
  ['big5', 'é', undefined],
  ['bogus', 'x', undefined],
])('a command in %s: %s', (encoding, text, wanted) => {
  const got = encodeText(text, encoding);
  expect(Buffer.isBuffer(got) ? got.toString('hex') : got).toBe(wanted);
});

test('what is written is read again', () => {
  const names = fc.constantFrom('latin-1', 'ascii', 'cp1252', 'utf-16-le', 'koi8-r', 'shift_jis', 'euc-kr');
  fc.assert(
    fc.property(names, fc.string({ unit: 'grapheme' }), (encoding, text) => {
      const bytes = encodeText(text, encoding);
      if (Buffer.isBuffer(bytes)) expect(decodeText(bytes, encoding)).toBe(text);
    }),
  );
});
