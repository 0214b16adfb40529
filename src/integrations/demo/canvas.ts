import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';
import letters from './letters.json' with { type: 'json' };

const compress = promisify(deflate);
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Letters of three by five dots, a row a digit. */
const LETTERS: Readonly<Record<string, string>> = letters;

/** A place and size in dots. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A picture of up to 256 colors, drawn dot by dot and saved as PNG. */
export class Canvas {
  readonly width: number;
  readonly height: number;
  private readonly dots: Uint8Array;
  private readonly palette: readonly string[];

  /** Colors are six hex digits; the first is the ground. */
  constructor(width: number, height: number, palette: readonly string[]) {
    this.width = width;
    this.height = height;
    this.palette = palette;
    this.dots = new Uint8Array(width * height);
  }

  /** Fills a box, clipped to the picture. */
  fill({ x, y, width, height }: Box, color: number): void {
    const [left, right] = [Math.max(0, Math.round(x)), Math.min(this.width, Math.round(x + width))];
    const bottom = Math.min(this.height, Math.round(y + height));
    for (let row = Math.max(0, Math.round(y)); row < bottom && left < right; row += 1)
      this.dots.fill(color, row * this.width + left, row * this.width + right);
  }

  /** Draws capitals, digits, colons and hyphens; other characters are left blank. */
  write(
    text: string,
    at: { readonly x: number; readonly y: number; readonly size: number },
    color: number,
  ): void {
    [...text.toUpperCase()].forEach((letter, i) => {
      [...(LETTERS[letter] ?? '')].forEach((rows, row) => {
        for (let column = 0; column < 3; column += 1) {
          if ((Number(rows) & (4 >> column)) === 0) continue;
          const x = at.x + (i * 4 + column) * at.size;
          this.fill({ x, y: at.y + row * at.size, width: at.size, height: at.size }, color);
        }
      });
    });
  }

  /** The bytes of the picture as PNG. */
  async toPng(): Promise<Buffer> {
    const head = Buffer.alloc(13);
    head.writeUInt32BE(this.width, 0);
    head.writeUInt32BE(this.height, 4);
    head.set([8, 3, 0, 0, 0], 8);
    const rows = Buffer.alloc((this.width + 1) * this.height);
    for (let row = 0; row < this.height; row += 1)
      rows.set(this.dots.subarray(row * this.width, (row + 1) * this.width), row * (this.width + 1) + 1);
    return Buffer.concat([
      SIGNATURE,
      chunk('IHDR', head),
      chunk('PLTE', Buffer.from(this.palette.join(''), 'hex')),
      chunk('IDAT', await compress(rows, { level: 1 })),
      chunk('IEND', Buffer.alloc(0)),
    ]);
  }
}

function chunk(name: string, data: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([size, named, check]);
}
