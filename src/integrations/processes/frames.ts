/** The most bytes of a message in either direction. */
export const MAX_MESSAGE = 4 * 1024 * 1024;

const HEADER = 4;

/** A message as it is sent: its length in four bytes, then JSON. Throws for one that is too long. */
export function frameOf(message: object): Buffer {
  const text = JSON.stringify(message);
  const length = Buffer.byteLength(text);
  if (length > MAX_MESSAGE)
    throw new Error(`A message has ${length} bytes, and at most ${MAX_MESSAGE} are allowed`);
  const frame = Buffer.allocUnsafe(HEADER + length);
  frame.writeUInt32BE(length, 0);
  frame.write(text, HEADER);
  return frame;
}

/** Splits a stream of bytes into the messages sent with `frameOf`. */
export class FrameReader {
  private chunks: Buffer[] = [];
  private size = 0;

  push(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.size += chunk.length;
  }

  /** The JSON text of the next message that is complete. Throws for one that is too long. */
  next(): string | undefined {
    if (this.size < HEADER) return undefined;
    const length = this.head().readUInt32BE(0);
    if (length > MAX_MESSAGE)
      throw new Error(`A message of ${length} bytes is longer than the limit of ${MAX_MESSAGE}`);
    const end = HEADER + length;
    if (this.size < end) return undefined;
    const all = this.whole();
    const rest = all.subarray(end);
    this.chunks = rest.length === 0 ? [] : [rest];
    this.size = rest.length;
    return all.toString('utf8', HEADER, end);
  }

  private head(): Buffer {
    const [first] = this.chunks;
    return first !== undefined && first.length >= HEADER ? first : this.whole();
  }

  private whole(): Buffer {
    if (this.chunks.length > 1) this.chunks = [Buffer.concat(this.chunks)];
    return this.chunks[0] ?? Buffer.alloc(0);
  }
}
