import { correctionOf } from './reed-solomon.ts';

/** Correction bytes a block, and blocks, of each version from 1 on at level M [ISO/IEC 18004, table 9]. */
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16];
const BYTES_MODE = 0b0100;
const PADDING = [0xec, 0x11];

/** What a QR code holds: its version, which gives its size, and its bytes in their order. */
export interface Codewords {
  readonly version: number;
  readonly bytes: readonly number[];
}

/** Encodes a text as UTF-8 in the smallest version that holds it, up to 20 (666 bytes). */
export function codewordsOf(text: string): Codewords {
  const content = [...new TextEncoder().encode(text)];
  for (let version = 1; version <= BLOCKS.length; version += 1) {
    const room = dataLength(version);
    const bits = header(version, content.length) + content.map((byte) => binary(byte, 8)).join('');
    if (bits.length <= room * 8) return { version, bytes: interleave(version, pad(bits, room)) };
  }
  throw new Error('The text is too long for a QR code');
}

/** How many bytes a version has in all, corrections included. */
export function totalLength(version: number): number {
  const alignments = version === 1 ? 0 : Math.floor(version / 7) + 2;
  let modules = (16 * version + 128) * version + 64;
  if (alignments > 0) modules -= (25 * alignments - 10) * alignments - 55;
  if (version >= 7) modules -= 36;
  return Math.floor(modules / 8);
}

function dataLength(version: number): number {
  return totalLength(version) - of(CORRECTION, version) * of(BLOCKS, version);
}

function header(version: number, length: number): string {
  return binary(BYTES_MODE, 4) + binary(length, version < 10 ? 8 : 16);
}

function pad(bits: string, room: number): number[] {
  const ended = bits + '0'.repeat(Math.min(4, room * 8 - bits.length));
  const bytes = (ended.match(/.{1,8}/g) ?? []).map((one) => Number.parseInt(one.padEnd(8, '0'), 2));
  for (let at = 0; bytes.length < room; at += 1) bytes.push(PADDING[at % 2] ?? 0);
  return bytes;
}

/** Cuts the data into blocks, adds to each its corrections, and deals all out byte by byte; the last blocks may be one longer. */
function interleave(version: number, data: readonly number[]): number[] {
  const count = of(BLOCKS, version);
  const shortLength = Math.floor(data.length / count);
  const shortCount = count - (data.length % count);
  const blocks: number[][] = [];
  for (let at = 0; at < data.length; ) {
    const end = at + shortLength + (blocks.length < shortCount ? 0 : 1);
    blocks.push(data.slice(at, end));
    at = end;
  }
  const corrections = blocks.map((block) => correctionOf(block, of(CORRECTION, version)));
  return [...dealt(blocks), ...dealt(corrections)];
}

function dealt(blocks: readonly (readonly number[])[]): number[] {
  const longest = Math.max(...blocks.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => blocks.flatMap((block) => block[at] ?? [])).flat();
}

function of(table: readonly number[], version: number): number {
  return table[version - 1] ?? 0;
}

function binary(value: number, length: number): string {
  return value.toString(2).padStart(length, '0');
}
