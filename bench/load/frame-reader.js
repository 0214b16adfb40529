// The subset of RFC 6455 that a fast client needs: sends masked text frames, splits and counts received ones.

/**
 * Splits a byte stream into WebSocket frames. With `keep` false, payloads are skipped and only their ends
 * reported.
 */
export class FrameReader {
  keep = true;
  #onFrame;
  #head = Buffer.alloc(0); // bytes of an incomplete header
  #opcode = 0;
  #length = 0;
  #left = -1; // remaining payload bytes; -1 between frames
  #parts = [];

  /**
   * `onFrame(opcode, bytes, start, end)`; `bytes` is undefined for a skipped payload and only valid during
   * the call.
   */
  constructor(onFrame) {
    this.#onFrame = onFrame;
  }

  push(chunk) {
    let bytes = chunk;
    if (this.#head.length > 0) {
      bytes = Buffer.concat([this.#head, chunk]);
      this.#head = Buffer.alloc(0);
    }
    let at = 0;
    if (this.#left >= 0) at = this.#continue(bytes);
    while (at < bytes.length) {
      const start = this.#header(bytes, at);
      if (start < 0) {
        this.#head = Buffer.from(bytes.subarray(at));
        return;
      }
      const end = start + this.#length;
      if (end <= bytes.length) {
        this.#onFrame(this.#opcode, bytes, start, end);
        at = end;
      } else {
        this.#left = this.#length;
        at = start + this.#continue(bytes.subarray(start));
      }
    }
  }

  /** Consumes payload of a frame split over chunks; returns the number of bytes consumed. */
  #continue(bytes) {
    const taken = Math.min(this.#left, bytes.length);
    this.#left -= taken;
    const keep = this.keep || this.#opcode >= 8;
    if (keep) this.#parts.push(Buffer.from(bytes.subarray(0, taken)));
    if (this.#left > 0) return taken;
    this.#left = -1;
    const whole = keep ? Buffer.concat(this.#parts) : undefined;
    this.#parts = [];
    this.#onFrame(this.#opcode, whole, 0, this.#length);
    return taken;
  }

  /** Parses a header at `at`; returns the start of its payload, or -1 if it is incomplete. */
  #header(bytes, at) {
    if (bytes.length - at < 2) return -1;
    this.#opcode = bytes[at] & 0x0f;
    const short = bytes[at + 1] & 0x7f;
    if (short < 126) {
      this.#length = short;
      return at + 2;
    }
    const size = short === 126 ? 4 : 10;
    if (bytes.length - at < size) return -1;
    this.#length = short === 126 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2));
    return at + size;
  }
}

// A zero mask would be valid too, but some servers then skip the unmasking, which would distort the result.
const MASK = Buffer.from([0x37, 0xfa, 0x21, 0x3d]);

/** A final, masked frame, as clients must send it. */
export function maskedFrame(payload, opcode = 1) {
  const data = typeof payload === 'string' ? Buffer.from(payload) : payload;
  const extra = data.length < 126 ? 0 : data.length < 65536 ? 2 : 8;
  const frame = Buffer.allocUnsafe(6 + extra + data.length);
  frame[0] = 0x80 | opcode;
  frame[1] = 0x80 | (extra === 0 ? data.length : extra === 2 ? 126 : 127);
  if (extra === 2) frame.writeUInt16BE(data.length, 2);
  if (extra === 8) frame.writeBigUInt64BE(BigInt(data.length), 2);
  const start = 6 + extra;
  MASK.copy(frame, start - 4);
  for (let i = 0; i < data.length; i++) frame[start + i] = data[i] ^ MASK[i & 3];
  return frame;
}
