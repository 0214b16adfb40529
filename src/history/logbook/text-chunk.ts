/** The size from which a chunk is handed out. */
const CHUNK_BYTES = 64 * 1024;
/** The most UTF-8 bytes that one UTF-16 code unit takes. */
const MAX_BYTES_PER_UNIT = 3;

/**
 * Collects JSON texts, separated by commas, as UTF-8. Each is encoded at once: tens of thousands of strings that wait
 * to be joined cost the garbage collector more than all else.
 */
export class TextChunk {
  private buffer = Buffer.allocUnsafeSlow(2 * CHUNK_BYTES);
  private length = 0;
  private isFirst = true;

  /** Whether enough is collected to hand it out. */
  get isFull(): boolean {
    return this.length >= CHUNK_BYTES;
  }

  add(text: string): void {
    const most = this.length + text.length * MAX_BYTES_PER_UNIT + 1;
    if (most > this.buffer.length) {
      const larger = Buffer.allocUnsafeSlow(2 * most);
      larger.set(this.buffer.subarray(0, this.length));
      this.buffer = larger;
    }
    if (!this.isFirst) this.length += this.buffer.write(',', this.length);
    this.isFirst = false;
    this.length += this.buffer.write(text, this.length);
  }

  /** The collected bytes in a new buffer; if there are none, a space, which JSON allows there. */
  take(): Uint8Array {
    if (this.length === 0) return new Uint8Array([0x20]);
    const taken = Uint8Array.prototype.slice.call(this.buffer, 0, this.length);
    this.length = 0;
    return taken;
  }
}
