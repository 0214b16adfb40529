import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeText, encodeText } from '../../src/core/encodings.ts';

test.each([
  ['', 'é', 'é'],
  ['utf-8', 'é', 'é'],
  ['latin-1', 'éON', 'e94f4e'],
  ['ISO 8859-1', 'ÿ', 'ff'],
  ['ascii', 'ON', '4f4e'],
  ['ascii', 'é', undefined],
  ['latin-1', '€', undefined],
  ['cp1252', '€', '80'],
  ['iso-8859-15', '€', 'a4'],
  ['utf-16', 'é', 'fffee900'],
  ['utf-16-le', 'é', 'e900'],
  ['utf-16-be', 'é', '00e9'],
  ['koi8-r', 'да', 'c4c1'],
  ['shift_jis', 'あA', '82a041'],
  ['big5', '中', 'a4a4'],
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
