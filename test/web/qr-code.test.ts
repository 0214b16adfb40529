import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { qrCode } from '../../web/qr/qr-code.ts';
import { readQr } from '../support/qr-reader.ts';

describe('a QR code', () => {
  it.each([
    'A',
    'https://hearth.local:8123/',
    `hearth_${'aB3-_'.repeat(10)}`,
    'otpauth://totp/Hearth:anna?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Hearth',
    'Küche & Flur 🔥',
  ])('says %s', (text) => {
    expect(readQr(qrCode(text))).toBe(text);
  });

  it('says any text up to 360 bytes, in each size there is for it', () => {
    const sizes = new Set<number>();
    fc.assert(
      fc.property(fc.string({ minLength: 0, maxLength: 360, unit: 'grapheme-ascii' }), (text) => {
        const rows = qrCode(text);
        sizes.add(rows.length);
        expect(readQr(rows)).toBe(text);
      }),
      { numRuns: 40 },
    );
    for (let length = 1; length <= 360; length += 12) {
      const text = 'x'.repeat(length);
      const rows = qrCode(text);
      sizes.add(rows.length);
      expect(readQr(rows)).toBe(text);
    }
    expect(sizes.size).toBeGreaterThanOrEqual(13);
  });

  it('is as small as its text allows', () => {
    expect(qrCode('x'.repeat(14))).toHaveLength(21);
    expect(qrCode('x'.repeat(15))).toHaveLength(25);
    expect(qrCode('x'.repeat(26))).toHaveLength(25);
    expect(qrCode('x'.repeat(27))).toHaveLength(29);
    expect(qrCode('x'.repeat(180))).toHaveLength(53);
    expect(qrCode('x'.repeat(181))).toHaveLength(57);
    expect(qrCode('x'.repeat(666))).toHaveLength(97);
    expect(() => qrCode('x'.repeat(667))).toThrow('too long');
  });

  it('has its three corners', () => {
    const rows = qrCode('corner').map((row) => row.map((dark) => (dark ? '#' : '.')).join(''));
    const corner = ['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######'];
    expect(rows.slice(0, 7).map((row) => row.slice(0, 7))).toEqual(corner);
    expect(rows.slice(0, 7).map((row) => row.slice(-7))).toEqual(corner);
    expect(rows.slice(-7).map((row) => row.slice(0, 7))).toEqual(corner);
  });
});
