/** Bytes as they come, copied into one place: many tiny pieces kept as they are would hold far more memory than their bytes. */
export class GatheredBytes {
  private bytes = Buffer.alloc(0);
  private size = 0;

  /** All that is here, as a view that is good until the next change. */
  all(): Buffer {
    return this.bytes.subarray(0, this.size);
  }

  /** Puts what has come behind the rest. */
  append(chunk: Buffer): void {
    const size = this.size + chunk.length;
    if (size > this.bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(size, 2 * this.bytes.length));
      this.bytes.copy(larger, 0, 0, this.size);
      this.bytes = larger;
    }
    chunk.copy(this.bytes, this.size);
    this.size = size;
  }

  /** Forgets the first so many. */
  drop(count: number): void {
    this.bytes.copyWithin(0, count, this.size);
    this.size -= count;
  }
}
