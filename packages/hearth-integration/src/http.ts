import { LoginRefused, NotReachable } from './errors.ts';

/** How a device is asked over HTTP. */
export interface AskOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** How long the whole answer may take, in milliseconds; 10,000 by default. */
  readonly timeout?: number;
  /** The most bytes of an answer; 1 MiB by default. */
  readonly limit?: number;
  readonly signal?: AbortSignal;
  /** What becomes of an answer that leads elsewhere: an error (the default), or the answer itself. */
  readonly redirect?: 'error' | 'manual';
}

/** What a device answered. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
}

/**
 * Asks a device over HTTP, with bounds on time and size, and without following redirects. Any status is an answer.
 * Throws `NotReachable` for answers that are too large, and what `fetch` throws otherwise.
 */
export async function ask(url: string, options: AskOptions = {}): Promise<Answer> {
  const {
    method,
    headers,
    body,
    timeout = 10_000,
    limit = 1024 * 1024,
    signal,
    redirect = 'error',
  } = options;
  const timer = AbortSignal.timeout(timeout);
  const response = await fetch(url, {
    redirect,
    signal: signal === undefined ? timer : AbortSignal.any([timer, signal]),
    ...(method === undefined ? {} : { method }),
    ...(headers === undefined ? {} : { headers }),
    ...(body === undefined ? {} : { body }),
  });
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > limit) throw new NotReachable(`${url} answered more than ${limit} bytes`);
    parts.push(part);
  }
  return { status: response.status, headers: response.headers, bytes: Buffer.concat(parts) };
}

/**
 * Asks for JSON. Throws `LoginRefused` for a status of 401 or 403, `NotReachable` for other statuses that are no
 * success; undefined if the answer is not JSON.
 */
export async function askJson(url: string, options: AskOptions = {}): Promise<unknown> {
  const { status, bytes } = await ask(url, options);
  if (status === 401 || status === 403) throw new LoginRefused(`${url} answered ${status}`);
  if (status < 200 || status > 299) throw new NotReachable(`${url} answered ${status}`);
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** A host as it stands in the address of a page: an IPv6 address in brackets. */
export function hostInUrl(host: string): string {
  return host.split(':').length > 2 && !host.startsWith('[') ? `[${host}]` : host;
}
