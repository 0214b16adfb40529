import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

interface Reader {
  keep: boolean;
  push(chunk: Buffer): void;
}
type OnFrame = (opcode: number, bytes: Buffer | undefined, start: number, end: number) => void;
interface Module {
  readonly FrameReader: new (onFrame: OnFrame) => Reader;
  readonly maskedFrame: (payload: string | Buffer, opcode?: number) => Buffer;
}
const file = new URL('../../bench/load/frame-reader.js', import.meta.url).href;
const { FrameReader, maskedFrame }: Module = await import(file);

/** A frame as a server sends it: final and not masked. */
function serverFrame(payload: Buffer): Buffer {
  const { length } = payload;
  if (length < 126) return Buffer.concat([Buffer.from([0x81, length]), payload]);
  if (length < 65536) return Buffer.concat([Buffer.from([0x81, 126, length >> 8, length & 255]), payload]);
  const head = Buffer.alloc(10);
  head.set([0x81, 127]);
  head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, payload]);
}

/** Reads the stream in chunks cut at the given places; returns frames as payloads or as lengths. */
function read(stream: Buffer, cuts: readonly number[], keep: boolean): (string | number)[] {
  const frames: (string | number)[] = [];
  const reader = new FrameReader((opcode, bytes, start, end) => {
    expect(opcode).toBe(1);
    frames.push(keep && bytes !== undefined ? bytes.toString('latin1', start, end) : end - start);
  });
  reader.keep = keep;
  const places = [...cuts.map((cut) => cut % (stream.length + 1)), stream.length].sort((a, b) => a - b);
  let from = 0;
  for (const to of places) {
    if (to > from) reader.push(Buffer.from(stream.subarray(from, to)));
    from = to;
  }
  return frames;
}

const payload = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc
    .tuple(fc.integer({ min: 65_530, max: 65_540 }), fc.nat(255))
    .map(([length, first]) => Uint8Array.from({ length }, (_, index) => first + index * 7)),
);
const payloads = fc.array(payload, { minLength: 1, maxLength: 6 });
const cuts = fc.array(fc.nat(400_000), { maxLength: 12 });

describe('the frame reader of the bench', () => {
  it('gives the payloads in order however the stream is cut', () => {
    fc.assert(
      fc.property(payloads, cuts, (parts, places) => {
        const buffers = parts.map((part) => Buffer.from(part));
        const frames = read(Buffer.concat(buffers.map(serverFrame)), places, true);
        expect(frames).toEqual(buffers.map((part) => part.toString('latin1')));
      }),
      { numRuns: 60 },
    );
  });

  it('counts the same frames when payloads are skipped', () => {
    fc.assert(
      fc.property(payloads, cuts, (parts, places) => {
        const frames = read(
          Buffer.concat(parts.map((part) => serverFrame(Buffer.from(part)))),
          places,
          false,
        );
        expect(frames).toEqual(parts.map((part) => part.length));
      }),
      { numRuns: 60 },
    );
  });

  it('masks what it sends as RFC 6455 §5.3 requires', () => {
    fc.assert(
      fc.property(payload, (part) => {
        const frame = maskedFrame(Buffer.from(part));
        const start = frame.length - part.length;
        const mask = frame.subarray(start - 4, start);
        const plain = part.map((_, index) => (frame[start + index] ?? 0) ^ (mask[index % 4] ?? 0));
        expect(Buffer.from(plain).equals(Buffer.from(part))).toBe(true);
        expect((frame[1] ?? 0) & 0x80).toBe(0x80);
        expect(mask.equals(Buffer.alloc(4))).toBe(false);
      }),
      { numRuns: 30 },
    );
  });
});
