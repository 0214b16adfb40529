const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const DELETE = 0x7f;
const ZERO = 0x30;
/** The size from which a chunk is sent. */
const CHUNK_BYTES = 64 * 1024;
/** Room for what may be written after the last check of the size. */
const SLACK = 16 * 1024;
/** The most UTF-8 bytes that one UTF-16 code unit takes. */
const MAX_BYTES_PER_UNIT = 3;

/**
 * Builds JSON text as UTF-8, chunk by chunk. Answers have millions of short ASCII texts, which are written byte by
 * byte: several times as fast as concatenating strings and encoding them.
 */
export class JsonBytes {
  private buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES + SLACK);
  private length = 0;
  private lastText = '';
  private lastBytes: Buffer = Buffer.alloc(0);

  /** Whether enough is written for a chunk. */
  get isFull(): boolean {
    return this.length >= CHUNK_BYTES;
  }

  get isEmpty(): boolean {
    return this.length === 0;
  }

  /** The bytes written since the last chunk, in a buffer of their own. */
  take(): Uint8Array {
    const { buffer, length } = this;
    this.length = 0;
    if (length < CHUNK_BYTES) return Uint8Array.prototype.slice.call(buffer, 0, length);
    this.buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES + SLACK);
    return buffer.subarray(0, length);
  }

  /** Writes ASCII text as it stands. */
  ascii(text: string): void {
    const { length } = text;
    this.reserve(length);
    const { buffer } = this;
    let at = this.length;
    for (let i = 0; i < length; i += 1) {
      buffer[at] = text.charCodeAt(i);
      at += 1;
    }
    this.length = at;
  }

  /** Writes JSON text that is often the same as the previous one. */
  repeated(json: string): void {
    if (json !== this.lastText) {
      this.lastText = json;
      this.lastBytes = Buffer.from(json);
    }
    const { lastBytes } = this;
    this.reserve(lastBytes.length);
    this.buffer.set(lastBytes, this.length);
    this.length += lastBytes.length;
  }

  /** Writes a text as a JSON string. */
  quoted(text: string): void {
    const { length } = text;
    this.reserve(length + 2);
    const { buffer } = this;
    let at = this.length;
    buffer[at] = QUOTE;
    at += 1;
    for (let i = 0; i < length; i += 1) {
      const code = text.charCodeAt(i);
      if (code < SPACE || code >= DELETE || code === QUOTE || code === BACKSLASH) {
        this.utf8(JSON.stringify(text));
        return;
      }
      buffer[at] = code;
      at += 1;
    }
    buffer[at] = QUOTE;
    this.length = at + 1;
  }

  /** Writes a whole number of a fixed number of digits. */
  digits(number: number, count: number): void {
    this.reserve(count);
    let rest = number;
    for (let at = this.length + count - 1; at >= this.length; at -= 1) {
      const next = Math.trunc(rest / 10);
      this.buffer[at] = ZERO + rest - next * 10;
      rest = next;
    }
    this.length += count;
  }

  private utf8(text: string): void {
    this.reserve(text.length * MAX_BYTES_PER_UNIT);
    this.length += this.buffer.write(text, this.length);
  }

  private reserve(bytes: number): void {
    if (this.length + bytes <= this.buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * (this.length + bytes));
    larger.set(this.buffer.subarray(0, this.length));
    this.buffer = larger;
  }
}
