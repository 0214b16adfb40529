import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip as gzipWithCallback } from 'node:zlib';
import { type HubError, translationOf } from '../../core/errors.ts';
import { JSON_TYPE, type Reply } from './route.ts';
import { statusOf } from './status.ts';

const gzip = promisify(gzipWithCallback);

/** Bodies up to this size are sent uncompressed. */
const MIN_COMPRESSED_BYTES = 1024;
/** Level 1: for states it saves nearly as much as level 6 in a quarter of the time. */
export const GZIP_OPTIONS = { level: 1 };

/** How an error is sent. */
interface ErrorForm {
  /** Whether the error names its message of the catalog. */
  readonly withKeys?: boolean;
  /** The `WWW-Authenticate` header if a token is missing. */
  readonly challenge?: string;
}

/** An error response as JSON with `message` and `code`, without internals. */
export function errorReply(
  error: HubError,
  headers?: readonly string[],
  { withKeys = false, challenge = 'Bearer' }: ErrorForm = {},
): Reply {
  const { message, code } = error;
  const body = JSON.stringify({ message, code, ...(withKeys ? keyFields(error) : {}) });
  const reply: Reply = { status: statusOf(error), type: JSON_TYPE, body };
  if (error.code === 'unauthenticated') return { ...reply, headers: ['WWW-Authenticate', challenge] };
  return headers === undefined ? reply : { ...reply, headers };
}

/** The fields that name an error's message of the catalog. */
export function keyFields(
  error: Pick<HubError, 'translation' | 'reason'>,
): Readonly<Record<string, unknown>> {
  const { domain, key, placeholders } = translationOf(error, true) ?? {};
  return { translation_domain: domain, translation_key: key, translation_placeholders: placeholders };
}

/** Whether a client wants errors to name their message of the catalog. */
export function wantsErrorKeys({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['x-error-keys'] !== undefined;
}

/** Compresses a response body. */
export function compress(body: string | Buffer): Promise<Buffer> {
  return gzip(body, GZIP_OPTIONS);
}

/** Ends responses with their bodies: immediately, or collected until the end of the tick. */
export interface ResponseSink {
  end(response: ServerResponse, body: string | Buffer, encoding?: BufferEncoding): void;
}

const atOnce: ResponseSink = { end: (response, body, encoding = 'utf8') => response.end(body, encoding) };

/** Sends a complete response. Not for streams. */
export function send(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
  sink: ResponseSink = atOnce,
): void {
  const { body } = reply;
  const compressible = reply.gzip !== undefined && body.length > MIN_COMPRESSED_BYTES;
  if (!compressible) {
    write(response, reply, { body, headers: reply.headers, sink });
    return;
  }
  const vary = [...(reply.headers ?? []), 'Vary', 'Accept-Encoding'];
  if (!accepts('gzip', request.headers['accept-encoding'])) {
    write(response, reply, { body, headers: vary, sink });
    return;
  }
  const compressed = typeof reply.gzip === 'function' ? reply.gzip() : compress(body);
  compressed.then(
    (bytes) => write(response, reply, { body: bytes, headers: [...vary, 'Content-Encoding', 'gzip'], sink }),
    () => write(response, reply, { body, headers: vary, sink }),
  );
}

/** The headers of every response, followed by its own. */
export function headersOf(type: string, length: number | null, more?: readonly string[]): string[] {
  const headers = [
    'Content-Type',
    type,
    'Referrer-Policy',
    'no-referrer',
    'X-Content-Type-Options',
    'nosniff',
    'X-Frame-Options',
    'SAMEORIGIN',
    'Server',
    '',
    'Content-Length',
    String(length),
  ];
  if (length === null) headers.length -= 2;
  return more === undefined ? headers : headers.concat(more);
}

interface Written {
  readonly body: string | Buffer;
  readonly headers: readonly string[] | undefined;
  readonly sink: ResponseSink;
}

function write(response: ServerResponse, reply: Reply, { body, headers, sink }: Written): void {
  if (response.destroyed || response.headersSent) return;
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  response.writeHead(reply.status, headersOf(reply.type, length, headers));
  // ASCII is copied; as UTF-8 each character of headers and body would be encoded again.
  if (typeof body === 'string' && length === body.length) sink.end(response, body, 'latin1');
  else sink.end(response, body);
}

/** Whether `Accept-Encoding` accepts an encoding, by name or by `*`, with a weight above zero. */
export function accepts(name: 'gzip' | 'br', header: string | string[] | undefined): boolean {
  if (header === undefined) return false;
  let any = false;
  for (const part of String(header).split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const refused = parameters.some((parameter) => /^q\s*=\s*0(\.0*)?$/.test(parameter));
    if (coding === name || coding === `x-${name}`) return !refused;
    if (coding === '*') any = !refused;
  }
  return any;
}
