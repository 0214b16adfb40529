const FINAL = 0x80;
const TEXT = 0x01;
const FINAL_TEXT = FINAL | TEXT;
const COMMA = 0x2c;
const OPEN = 0x5b;
const CLOSE = 0x5d;

/** One unmasked server text frame (RFC 6455 §5.2) of the parts, as a single buffer. */
export function textFrame(...parts: readonly (string | Buffer)[]): Buffer {
  let size = 0;
  for (const part of parts) size += typeof part === 'string' ? Buffer.byteLength(part) : part.length;
  const frame = Buffer.allocUnsafe(headerSize(size) + size);
  let at = writeHeader(frame, size);
  for (const part of parts) {
    if (typeof part === 'string') at += frame.write(part, at);
    else at += part.copy(frame, at);
  }
  return frame;
}

/** One fragment of a text message (RFC 6455 §5.4), as a single buffer. */
export function fragment(part: Uint8Array, { isFirst, isLast }: Place): Buffer {
  const frame = Buffer.allocUnsafe(headerSize(part.length) + part.length);
  const at = writeHeader(frame, part.length);
  frame[0] = (isLast ? FINAL : 0) | (isFirst ? TEXT : 0);
  frame.set(part, at);
  return frame;
}

/** Where in its message a fragment is. */
interface Place {
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/** Combines the messages of several frames into one frame as a JSON array, for clients that coalesce. */
export function arrayFrame(frames: readonly Buffer[]): Buffer {
  let size = 1;
  for (const frame of frames) size += frame.length - payloadStart(frame) + 1;
  const joined = Buffer.allocUnsafe(headerSize(size) + size);
  let at = writeHeader(joined, size);
  for (let i = 0; i < frames.length; i += 1) {
    const frame = frames[i] as Buffer;
    joined[at] = i === 0 ? OPEN : COMMA;
    at += 1 + frame.copy(joined, at + 1, payloadStart(frame));
  }
  joined[at] = CLOSE;
  return joined;
}

/** The offset of the payload in an outgoing frame. */
export function payloadStart(frame: Buffer): number {
  const mark = frame[1];
  if (mark === 127) return 10;
  return mark === 126 ? 4 : 2;
}

function headerSize(size: number): number {
  if (size < 126) return 2;
  return size < 65_536 ? 4 : 10;
}

function writeHeader(frame: Buffer, size: number): number {
  frame[0] = FINAL_TEXT;
  if (size < 126) {
    frame[1] = size;
    return 2;
  }
  if (size < 65_536) {
    frame[1] = 126;
    frame.writeUInt16BE(size, 2);
    return 4;
  }
  frame[1] = 127;
  frame.writeUInt32BE(Math.floor(size / 2 ** 32), 2);
  frame.writeUInt32BE(size % 2 ** 32, 6);
  return 10;
}
