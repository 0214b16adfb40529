import decodeQR from 'qr/decode.js';
import { describe, expect, it } from 'vitest';
import { qrPath } from '../../web/parts/qr-drawing.ts';

const SCALE = 4;

/** Reads the code back from the pixels that the path paints. */
function read(text: string): string {
  const { size, path } = qrPath(text);
  const side = size * SCALE;
  const data = new Uint8Array(side * side * 4).fill(255);
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let row = Number(y) * SCALE; row < (Number(y) + 1) * SCALE; row += 1) {
      const start = (row * side + Number(x) * SCALE) * 4;
      data.fill(0, start, start + Number(length) * SCALE * 4);
      for (let alpha = start + 3; alpha < start + Number(length) * SCALE * 4; alpha += 4) data[alpha] = 255;
    }
  return decodeQR({ width: side, height: side, data });
}

describe('a QR drawing', () => {
  it.each([
    'A',
    'https://hearth.local:8123/',
    `hearth_${'aB3-_'.repeat(10)}`,
    'otpauth://totp/Hearth:anna?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Hearth',
    'Küche & Flur 🔥',
    'x'.repeat(600),
  ])('is read as %s', (text) => {
    expect(read(text)).toBe(text);
  });
});
