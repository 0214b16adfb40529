import { NoAnswer } from './ask.ts';

const LARGEST_HEAD = 8192;
const LARGEST_FRAME = 16 * 1024 * 1024;
/** Without a length the end of a picture is looked for, which is dear. */
const LARGEST_SEARCHED = 4 * 1024 * 1024;

/** Cuts `multipart/x-mixed-replace` into its pictures, with a length in their heads or without. */
export class MultipartFrames {
  private readonly boundary: Buffer;
  private readonly take: (bytes: Buffer) => void;
  private chunks: Buffer[] = [];
  private size = 0;
  /** How much must be there before it is worth looking again. */
  private wanted = 1;
  private searched = 0;
  private readonly ended: Buffer;
  /** Within a picture: its length, or null where only the boundary ends it. */
  private length: number | null | undefined;

  /** `type` is the content type of the whole. Throws `NoAnswer` where that has no boundary. */
  constructor(type: string, take: (bytes: Buffer) => void) {
    const found = /;\s*boundary\s*=\s*(?:"([^"]{1,200})"|([^\s;]{1,200}))/i.exec(type);
    const name = (found?.[1] ?? found?.[2])?.replace(/^--/, '');
    if (name === undefined || name === '') throw new NoAnswer('failed', 'its pictures have no boundary');
    this.boundary = Buffer.from(`--${name}`, 'latin1');
    this.ended = Buffer.from(`\n--${name}`, 'latin1');
    this.take = take;
  }

  /** Takes what came. Throws `NoAnswer` for what is too large to be a picture. */
  push(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.size += chunk.length;
    if (this.size < this.wanted) return;
    let rest = this.chunks.length === 1 ? chunk : Buffer.concat(this.chunks);
    for (let next = this.step(rest); next !== undefined; next = this.step(rest)) rest = next;
    this.chunks = rest.length === 0 ? [] : [rest];
    this.size = rest.length;
  }

  /** One head or one picture; what is behind it, or undefined until more has come. */
  private step(bytes: Buffer): Buffer | undefined {
    if (this.length === undefined) return this.head(bytes);
    if (this.length !== null) {
      if (bytes.length < this.length) return this.wait(this.length);
      return this.frame(bytes, this.length);
    }
    const at = bytes.indexOf(this.ended, Math.max(0, this.searched - this.ended.length));
    this.searched = bytes.length;
    if (at !== -1) return this.frame(bytes, bytes[at - 1] === 13 ? at - 1 : at);
    if (bytes.length > LARGEST_SEARCHED) throw new NoAnswer('large', 'a picture of it is too large');
    return this.wait(bytes.length + 1);
  }

  private head(bytes: Buffer): Buffer | undefined {
    const start = bytes.indexOf(this.boundary);
    const end = start === -1 ? -1 : endOfHead(bytes, start);
    if (end === -1) {
      if (bytes.length > LARGEST_HEAD) throw new NoAnswer('failed', 'it sends no pictures');
      return this.wait(bytes.length + 1);
    }
    const length = /\ncontent-length\s*:\s*(\d{1,12})\s/i.exec(bytes.toString('latin1', start, end))?.[1];
    this.length = length === undefined ? null : Number(length);
    if (this.length !== null && this.length > LARGEST_FRAME)
      throw new NoAnswer('large', 'a picture of it is too large');
    this.searched = 0;
    return bytes.subarray(end);
  }

  private frame(bytes: Buffer, length: number): Buffer {
    this.length = undefined;
    this.wanted = 1;
    // A copy: the picture outlives the pieces it came in.
    if (length > 0) this.take(Buffer.from(bytes.subarray(0, length)));
    return bytes.subarray(length);
  }

  private wait(wanted: number): undefined {
    this.wanted = wanted;
  }
}

function endOfHead(bytes: Buffer, start: number): number {
  const ends = ['\r\n\r\n', '\n\n'].map((text) => [bytes.indexOf(text, start), text.length] as const);
  const [first] = ends.filter(([at]) => at !== -1).sort(([a], [b]) => a - b);
  return first === undefined ? -1 : first[0] + first[1];
}
