import type { IncomingMessage } from 'node:http';

/** Most bytes of a request's body where its route says nothing else: JSON beyond that takes too long to parse for those who wait meanwhile. */
export const BODY_LIMIT = 512 * 1024;
/** A body beyond the limit is read on and forgotten so far, so that the sender can read our refusal; then the line is cut. */
const PATIENCE = 128;

const EMPTY = Buffer.alloc(0);

/** Gathers a body. `done` gets it whole, or null when it is larger than the limit; it is not called when the sender leaves. */
export function readBody(request: IncomingMessage, limit: number, done: (body: Buffer | null) => void): void {
  const { headers } = request;
  if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0) {
    done(EMPTY);
    return;
  }
  let first: Buffer | undefined;
  let more: Buffer[] | undefined;
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > limit) {
      first = undefined;
      more = undefined;
      if (size > limit * PATIENCE) request.destroy();
    } else if (first === undefined) first = chunk;
    else if (more === undefined) more = [first, chunk];
    else more.push(chunk);
  });
  request.on('end', () => {
    if (size > limit) done(null);
    else done(more !== undefined ? Buffer.concat(more, size) : (first ?? EMPTY));
  });
  request.on('error', () => {
    first = undefined;
    more = undefined;
  });
}
