import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { Clock } from '../core/clock.ts';
import { messageOf } from '../core/errors.ts';
import { message } from '../core/messages.ts';
import { digestLogin, type Login } from './digest-login.ts';
import {
  type HttpMethod,
  type HttpResponse,
  type OutgoingRequest,
  RequestFailure,
  refuseLinkLocal,
  refusePrivate,
  sendRequest,
} from './http-request.ts';

/** A request to an address that a user entered, which may redirect and ask for a login. */
export interface FollowedRequest extends Pick<OutgoingRequest, 'url' | 'verifySsl' | 'timeout' | 'maxBytes'> {
  readonly method: HttpMethod;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** `isDigest`: the login answers the server's challenge instead of going along with each request. */
  readonly login?: (Login & { readonly isDigest: boolean }) | undefined;
}

const MAX_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** What follows a redirect to another server. */
const HARMLESS: ReadonlySet<string> = new Set(['accept', 'accept-language', 'user-agent']);

/**
 * Sends a request and follows redirects. The address itself may be on the LAN, and so may another one of the same
 * host; redirects to other hosts leave the LAN, and neither login, headers nor body go there. Rejects with
 * `RequestFailure`.
 */
export async function sendFollowed(first: FollowedRequest, clock: Clock): Promise<HttpResponse> {
  const end = clock.now() + first.timeout;
  let request = first;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const isOwn = request.url.hostname === first.url.hostname;
    const answer = await answered({ ...request, timeout: Math.max(0, end - clock.now()) }, { isOwn, clock });
    const next = redirected(answer, request);
    if (next === undefined) return { ...answer, bytes: await decoded(answer, first.maxBytes) };
    request = next;
  }
  throw new RequestFailure('refused', message('answer_redirects_too_often', { max: MAX_REDIRECTS }));
}

async function answered(
  request: FollowedRequest,
  { isOwn, clock }: { readonly isOwn: boolean; readonly clock: Clock },
): Promise<HttpResponse> {
  const { login, body } = request;
  const hasOwnLogin = Object.keys(request.headers).some((name) => name.toLowerCase() === 'authorization');
  const outgoing: OutgoingRequest = {
    ...request,
    ...{ auth: undefined, body: undefined, refuse: isOwn ? refuseLinkLocal : refusePrivate },
    ...(body === undefined ? {} : { body }),
    ...(login === undefined || login.isDigest || hasOwnLogin
      ? {}
      : { auth: `${login.username}:${login.password}` }),
  } as OutgoingRequest;
  const began = clock.now();
  const answer = await sent(outgoing, clock);
  const challenge = answer.headers['www-authenticate'];
  if (answer.status !== 401 || login?.isDigest !== true || challenge === undefined) return answer;
  const { url, method, headers, timeout } = request;
  const authorization = digestLogin(challenge, login, { method, path: url.pathname + url.search });
  if (authorization === undefined) return answer;
  const left = Math.max(0, timeout - (clock.now() - began));
  return sent({ ...outgoing, headers: { ...headers, authorization }, timeout: left }, clock);
}

/** Node refuses some headers and addresses itself. */
async function sent(request: OutgoingRequest, clock: Clock): Promise<HttpResponse> {
  try {
    return await sendRequest(request, clock);
  } catch (error) {
    if (error instanceof RequestFailure) throw error;
    throw new RequestFailure('failed', messageOf(error));
  }
}

/** The request a redirect leads to; undefined for a response that is none. */
function redirected({ status, headers }: HttpResponse, from: FollowedRequest): FollowedRequest | undefined {
  const { location } = headers;
  if (!REDIRECTS.has(status) || location === undefined) return undefined;
  const url = URL.canParse(location, from.url.href) ? new URL(location, from.url.href) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new RequestFailure('refused', message('answer_redirects_elsewhere'));
  if (from.url.protocol === 'https:' && url.protocol === 'http:')
    throw new RequestFailure('refused', message('answer_redirects_unencrypted'));
  const repeats = status === 307 || status === 308 || from.method === 'GET' || from.method === 'HEAD';
  const { method, body, login, ...others } = from;
  if (url.hostname === from.url.hostname)
    return { ...others, url, login, ...(repeats ? { method, body } : { method: 'GET' }) };
  if (repeats && body !== undefined)
    throw new RequestFailure('refused', message('answer_redirects_elsewhere_with_body'));
  const harmless = Object.entries(from.headers).filter(([name]) => HARMLESS.has(name.toLowerCase()));
  return { ...others, url, method: repeats ? method : 'GET', headers: Object.fromEntries(harmless) };
}

const DECODERS = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const;

/** The body without its content encoding, which may not make it larger than allowed either. */
async function decoded({ headers, bytes }: HttpResponse, maxOutputLength: number): Promise<Buffer> {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (!Object.hasOwn(DECODERS, encoding) || bytes.length === 0) return bytes;
  try {
    return await DECODERS[encoding as keyof typeof DECODERS](bytes, { maxOutputLength });
  } catch (error) {
    const isLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw new RequestFailure(
      isLarge ? 'large' : 'failed',
      isLarge ? message('answer_too_large') : messageOf(error),
    );
  }
}
