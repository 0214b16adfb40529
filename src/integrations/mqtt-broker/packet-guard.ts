/** Before a client has introduced itself nothing it sends is long: names, a password and a will. */
const MAX_FIRST_PACKET = 64 * 1024;

/** Follows MQTT packets in a byte stream, so that one that is too long is rejected at its first bytes. */
export class PacketGuard {
  private readonly maxBytes: number;
  private isFirst = true;
  /** Remaining bytes of the current packet; -1 while its header is read. */
  private left = -1;
  private headBytes = 0;
  private length = 0;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  /** Whether all packets that begin in these bytes are short enough; end the stream after a `false`. */
  takes(chunk: Uint8Array): boolean {
    let at = 0;
    while (at < chunk.length) {
      if (this.left > 0) {
        const step = Math.min(this.left, chunk.length - at);
        this.left -= step;
        at += step;
      } else if (!this.head(chunk[at++] ?? 0)) return false;
      if (this.left === 0) this.begin();
    }
    return true;
  }

  private begin(): void {
    this.isFirst = false;
    this.left = -1;
    this.headBytes = 0;
    this.length = 0;
  }

  /** One byte of a head: its kind, then up to four bytes of length, seven bits each. */
  private head(byte: number): boolean {
    this.headBytes += 1;
    if (this.headBytes === 1) return true;
    this.length += (byte & 0x7f) * 128 ** (this.headBytes - 2);
    if (byte > 0x7f) return this.headBytes < 5;
    this.left = this.length;
    return this.length <= (this.isFirst ? MAX_FIRST_PACKET : this.maxBytes);
  }
}
