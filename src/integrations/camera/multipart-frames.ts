import { message } from '../../core/messages.ts';
import { GatheredBytes } from '../../network/gathered-bytes.ts';
import { RequestFailure } from '../../network/http-request.ts';

const MAX_HEAD = 8192;
const MAX_FRAME = 16 * 1024 * 1024;
/** Without a length, the end of a picture must be searched for, which is slow. */
const MAX_SEARCHED = 4 * 1024 * 1024;
const TOO_LARGE = message('stream_picture_too_large');

/**
 * Splits `multipart/x-mixed-replace` into frames, with or without `Content-Length`. The result, with errors,
 * depends only on the bytes, never on how they were chunked.
 */
export class MultipartFrames {
  private readonly boundary: string;
  private readonly take: (bytes: Buffer) => void;
  private readonly gathered = new GatheredBytes();
  /** Where the unparsed bytes begin. */
  private from = 0;
  /** How many of the bytes were looked through for the end of the picture. */
  private searched = 0;
  private delimiter: Buffer;
  /** Within a picture: its length, or null where only the boundary ends it. */
  private length: number | null | undefined;

  /** `type` is the content type of the whole. Throws `RequestFailure` where that has no boundary. */
  constructor(type: string, take: (bytes: Buffer) => void) {
    const found = /;\s*boundary\s*=\s*(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(type);
    const name = (found?.[1] ?? found?.[2])?.replace(/^--/, '');
    if (name === undefined || name === '')
      throw new RequestFailure('failed', message('stream_without_boundary'));
    this.boundary = `--${name}`;
    this.delimiter = Buffer.from(`\n${this.boundary}`, 'latin1');
    this.take = take;
  }

  /** Parses a chunk. Throws `RequestFailure` for a frame that is too large; nothing may be pushed after that. */
  push(chunk: Buffer): void {
    this.gathered.append(chunk);
    while (this.length === undefined ? this.head() : this.picture(this.length)) {}
    this.gathered.drop(this.from);
    this.from = 0;
  }

  /** Parses a part's header; false if it is incomplete. */
  private head(): boolean {
    const seen = this.gathered.all().subarray(this.from, this.from + MAX_HEAD);
    const start = seen.indexOf(this.boundary, 0, 'latin1');
    const end = start === -1 ? -1 : endOfHead(seen, start);
    if (end === -1) {
      if (seen.length === MAX_HEAD) throw new RequestFailure('failed', message('stream_without_pictures'));
      return false;
    }
    const text = seen.toString('latin1', start, end);
    const length = /\ncontent-length[ \t]*:[ \t]*(\d+)[ \t]*\r?\n/i.exec(text)?.[1];
    this.length = length === undefined ? null : Number(length);
    if (this.length !== null && this.length > MAX_FRAME) throw new RequestFailure('large', TOO_LARGE);
    // Some cameras declare their boundary with its hyphens, and some of those write it with two more.
    const hyphens = seen.toString('latin1', Math.max(0, start - 2), start) === '--' ? '--' : '';
    this.delimiter = Buffer.from(`\n${hyphens}${this.boundary}`, 'latin1');
    this.from += end;
    this.searched = 0;
    return true;
  }

  /** Parses a part's body; false if it is incomplete. */
  private picture(length: number | null): boolean {
    const seen = this.gathered.all().subarray(this.from);
    if (length !== null) return seen.length >= length && this.cut(seen.subarray(0, length));
    const at = seen.indexOf(this.delimiter, Math.max(0, this.searched - this.delimiter.length));
    this.searched = seen.length;
    if (at > MAX_SEARCHED || (at === -1 && seen.length > MAX_SEARCHED + this.delimiter.length))
      throw new RequestFailure('large', TOO_LARGE);
    return at !== -1 && this.cut(seen.subarray(0, seen[at - 1] === 13 ? at - 1 : at));
  }

  private cut(picture: Buffer): true {
    this.length = undefined;
    this.from += picture.length;
    // A copy, since the frame outlives the buffer.
    if (picture.length > 0) this.take(Buffer.from(picture));
    return true;
  }
}

/** Where the first empty line after the boundary ends, or -1. */
function endOfHead(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(10, start); at !== -1; at = bytes.indexOf(10, at + 1)) {
    if (bytes[at + 1] === 10) return at + 2;
    if (bytes[at + 1] === 13 && bytes[at + 2] === 10) return at + 3;
  }
  return -1;
}
