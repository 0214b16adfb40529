import { fault } from '../../core/errors.ts';
import type { RestRequest } from './route.ts';

const LINE_END = '\r\n';
const HEAD_END = '\r\n\r\n';
/** Far more than the headers of a part. */
const MAX_HEAD = 16_384;

/**
 * The content of the only file in a `multipart/form-data` body, in parts of any size, as it arrives: it may be larger
 * than the memory. Throws `invalid_format` for another body, and for one that ends early.
 */
export async function* multipartFile({ headers, content }: RestRequest): AsyncGenerator<Buffer> {
  const type = headers['content-type'] ?? '';
  const [, quoted, plain] = /^multipart\/form-data\b.*\bboundary=(?:"([^"]+)"|([^\s;,]+))/i.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined || boundary.length > 200) throw fault('invalid_format', 'upload_is_not_a_form');
  const end = Buffer.from(`${LINE_END}--${boundary}`);
  // The first boundary has no line before it.
  let waiting: Buffer = Buffer.from(LINE_END);
  let isInside = false;
  for await (const chunk of content) {
    waiting = Buffer.concat([waiting, chunk]);
    if (!isInside) {
      const head = waiting.indexOf(HEAD_END);
      if (head === -1 && waiting.length > MAX_HEAD) throw fault('invalid_format', 'upload_is_not_a_form');
      if (head === -1) continue;
      const text = waiting.subarray(0, head).toString('latin1');
      if (!waiting.subarray(0, end.length).equals(end) || !/\bfilename\*?=/i.test(text))
        throw fault('invalid_format', 'upload_has_no_file');
      waiting = waiting.subarray(head + HEAD_END.length);
      isInside = true;
    }
    const at = waiting.indexOf(end);
    if (at !== -1) {
      if (at > 0) yield waiting.subarray(0, at);
      // What follows is read, so that the client can read the answer.
      for await (const _ of content);
      return;
    }
    // The end may begin in this chunk.
    const complete = waiting.length - end.length;
    if (complete > 0) {
      yield waiting.subarray(0, complete);
      waiting = waiting.subarray(complete);
    }
  }
  throw fault('invalid_format', 'upload_ended_early');
}
