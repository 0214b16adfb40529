/** Collects bytes in a buffer that grows. */
export class ByteWriter {
  private buffer = new Uint8Array(256);
  length = 0;

  /** Adds the lowest eight bits of a number. */
  byte(value: number): void {
    if (this.length === this.buffer.length) this.grow(this.length + 1);
    this.buffer[this.length] = value;
    this.length += 1;
  }

  /** Adds a whole number from 0 to 2^53 - 1, seven bits to a byte, the lowest first. */
  varint(value: number): void {
    let rest = value;
    while (rest >= 128) {
      this.byte((rest % 128) | 128);
      rest = Math.floor(rest / 128);
    }
    this.byte(rest);
  }

  /** Adds bytes. */
  bytes(bytes: Uint8Array): void {
    if (this.length + bytes.length > this.buffer.length) this.grow(this.length + bytes.length);
    this.buffer.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** Adds one to the number that the bytes so far represent, the highest byte first. */
  carry(): void {
    let at = this.length - 1;
    for (; this.buffer[at] === 255; at -= 1) this.buffer[at] = 0;
    this.buffer[at] = (this.buffer[at] ?? 0) + 1;
  }

  /** Removes the zeros at the end. */
  dropZeros(): void {
    while (this.length > 0 && this.buffer[this.length - 1] === 0) this.length -= 1;
  }

  /** The bytes so far, in the buffer itself. */
  taken(): Uint8Array {
    return this.buffer.subarray(0, this.length);
  }

  private grow(needed: number): void {
    const larger = new Uint8Array(Math.max(needed, this.buffer.length * 2));
    larger.set(this.taken());
    this.buffer = larger;
  }
}
