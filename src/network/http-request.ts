import { lookup as lookupName } from 'node:dns';
import { type IncomingHttpHeaders, type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { Clock, Undo } from '../core/clock.ts';
import { messageOf } from '../core/errors.ts';
import { englishText, type Message, message } from '../core/messages.ts';
import { GatheredBytes } from './gathered-bytes.ts';

/** The methods of outgoing requests. */
export type HttpMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** An HTTP request, and the limits of its response. */
export interface OutgoingRequest {
  readonly url: URL;
  readonly auth?: string | undefined;
  /** Whether the certificate must be one that is trusted. */
  readonly verifySsl: boolean;
  /** `GET` by default. */
  readonly method?: HttpMethod;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  /** Most milliseconds and bytes. */
  readonly timeout: number;
  readonly maxBytes: number;
  /** The reason why the resolved address is not allowed; undefined when it is. */
  readonly refuse: (address: string) => Message | undefined;
  /** The reason why the response is rejected, judged by its status and headers. */
  readonly check?: (status: number, headers: IncomingHttpHeaders) => Message | undefined;
}

/** An answer, whole. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** Why there is no response; errors of the system have texts of their own. */
export class RequestFailure extends Error {
  readonly kind: 'late' | 'large' | 'refused' | 'failed';
  readonly reason: Message | string;

  constructor(kind: 'late' | 'large' | 'refused' | 'failed', reason: Message | string) {
    super(englishText(reason));
    this.kind = kind;
    this.reason = reason;
  }
}

/** Sends one HTTP request; redirects are not followed. Rejects with `RequestFailure`. */
export function sendRequest(question: OutgoingRequest, clock: Clock): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const gathered = new GatheredBytes();
    const undo = streamResponse(question, {
      begin: (response) => {
        if (Number(response.headers['content-length'] ?? 0) > question.maxBytes)
          throw new RequestFailure('large', message('answer_too_large'));
      },
      chunk: (chunk) => {
        if (gathered.all().length + chunk.length > question.maxBytes)
          throw new RequestFailure('large', message('answer_too_large'));
        gathered.append(chunk);
      },
      end: ({ statusCode = 0, headers }) => {
        cancel();
        resolve({ status: statusCode, headers, bytes: Buffer.from(gathered.all()) });
      },
      fail: (error) => {
        cancel();
        reject(error);
      },
    });
    const cancel = clock.after(question.timeout, () => {
      undo();
      reject(new RequestFailure('late', message('answer_too_late')));
    });
  });
}

/** Receives a response as it arrives; errors thrown by `begin` and `chunk` abort it and go to `fail`. */
export interface ResponseListener {
  begin(answer: IncomingMessage): void;
  chunk(bytes: Buffer): void;
  end(answer: IncomingMessage): void;
  fail(error: RequestFailure): void;
}

/** Sends one HTTP request and streams the response without a timeout, until the undo. */
export function streamResponse(
  question: Omit<OutgoingRequest, 'timeout' | 'maxBytes'>,
  listener: ResponseListener,
): Undo {
  const { url, auth, method = 'GET', headers, body, verifySsl, refuse, check } = question;
  let ended = false;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const reason = isIP(host) === 0 ? undefined : refuse(host);
  if (reason !== undefined) {
    void Promise.resolve().then(() => ended || listener.fail(new RequestFailure('refused', reason)));
    return () => {
      ended = true;
    };
  }
  const undo = (): void => {
    ended = true;
    pending.destroy();
  };
  const fail = (error: unknown): void => {
    if (ended) return;
    undo();
    listener.fail(failureOf(error));
  };
  const options = {
    method,
    ...(auth === undefined ? {} : { auth }),
    ...(headers === undefined ? {} : { headers }),
    lookup: lookupAllowed(refuse),
    agent: false as const,
  };
  const secure = { ...options, rejectUnauthorized: verifySsl };
  const pending = url.protocol === 'https:' ? requestSecure(url, secure) : requestPlain(url, options);
  const attempt = (task: () => void): void => {
    if (ended) return;
    try {
      task();
    } catch (error) {
      fail(error);
    }
  };
  pending.on('error', fail);
  pending.on('response', (response) => {
    attempt(() => {
      const refusal = check?.(response.statusCode ?? 0, response.headers);
      if (refusal !== undefined) throw new RequestFailure('failed', refusal);
      listener.begin(response);
      response.on('data', (chunk: Buffer) => attempt(() => listener.chunk(chunk)));
      response.on('end', () =>
        attempt(() => {
          ended = true;
          listener.end(response);
        }),
      );
    });
    response.on('error', fail);
  });
  pending.end(body);
  return undo;
}

function failureOf(error: unknown): RequestFailure {
  if (error instanceof RequestFailure) return error;
  return new RequestFailure('failed', messageOf(error));
}

/** Resolves a host to an allowed address, for programs that resolve it themselves. Throws `RequestFailure`. */
export function addressOf(host: string, refuse: OutgoingRequest['refuse']): Promise<string> {
  const bare = host.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    lookupAllowed(refuse)(bare, {}, (error, address) => {
      if (error !== null) reject(failureOf(error));
      else resolve(String(address));
    });
  });
}

/** A DNS lookup that rejects refused addresses: the checked address is the one connected to. */
function lookupAllowed(refuse: OutgoingRequest['refuse']): LookupFunction {
  return (name, options, callback) => {
    lookupName(name, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '', 0);
      const [first, ...more] = addresses.filter(({ address }) => refuse(address) === undefined);
      if (first === undefined)
        return callback(
          new RequestFailure(
            'refused',
            refuse(addresses[0]?.address ?? '') ?? message('host_without_address'),
          ),
          '',
          0,
        );
      if (options.all === true) callback(null, [first, ...more]);
      else callback(null, first.address, first.family);
    });
  };
}

/** Link-local addresses: cloud metadata services, which serve credentials, live there. */
const linkLocalNets = blockList(['169.254.0.0', 16], ['fe80::', 10]);

/** Private, loopback, reserved and unassigned addresses. */
const privateNets = blockList(
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['224.0.0.0', 3],
    ['::', 127],
    ['64:ff9b::', 96],
    ['fc00::', 7],
    ['fe80::', 10],
    ['ff00::', 8],
  ] as const),
);

function blockList(...nets: readonly (readonly [net: string, bits: number])[]): BlockList {
  const list = new BlockList();
  for (const [net, bits] of nets) list.addSubnet(net, bits, isIP(net) === 6 ? 'ipv6' : 'ipv4');
  return list;
}

/** The reason to refuse a link-local address; undefined for other addresses. */
export function refuseLinkLocal(address: string): Message | undefined {
  return isIn(linkLocalNets, address) ? message('address_is_link_local') : undefined;
}

/** The reason to refuse a private, loopback or link-local address; undefined for other addresses. */
export function refusePrivate(address: string): Message | undefined {
  return isIn(privateNets, address) ? message('address_is_in_home_network') : undefined;
}

function isIn(list: BlockList, address: string): boolean {
  const bare = address.split('%')[0] ?? address;
  return list.check(bare, isIP(bare) === 6 ? 'ipv6' : 'ipv4');
}
