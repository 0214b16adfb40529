/** Copies received bytes into one buffer: many tiny chunks would take far more memory than their bytes. */
export class GatheredBytes {
  private bytes = Buffer.alloc(0);
  private size = 0;

  /** All bytes, as a view that is valid until the next change. */
  all(): Buffer {
    return this.bytes.subarray(0, this.size);
  }

  /** Appends received bytes. */
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

  /** Removes the first `count` bytes. */
  drop(count: number): void {
    this.bytes.copyWithin(0, count, this.size);
    this.size -= count;
  }
}
