import type { Clock } from '../../core/clock.ts';
import { type ErrorCode, fault } from '../../core/errors.ts';
import { message } from '../../core/messages.ts';
import {
  type HttpResponse,
  RequestFailure,
  refuseLinkLocal,
  refusePrivate,
  sendRequest,
} from '../../network/http-request.ts';

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1_000_000;
const MAX_REDIRECTS = 4;

const CODES: Readonly<Record<RequestFailure['kind'], ErrorCode>> = {
  late: 'timeout',
  large: 'too_large',
  refused: 'not_allowed',
  failed: 'failed',
};

/**
 * Fetches a text of up to 1 MB within 10 s from a URL a user entered. The URL itself may be on the LAN;
 * redirects to it are refused. Throws `timeout`, `too_large`, `not_allowed` or `failed`, naming the reason.
 */
export async function fetchText(address: string, clock: Clock): Promise<string> {
  const end = clock.now() + TIMEOUT_MS;
  let url = new URL(address);
  try {
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const answer = await sendRequest(
        {
          url,
          verifySsl: true,
          maxBytes: MAX_BYTES,
          timeout: Math.max(0, end - clock.now()),
          headers: {
            accept: 'text/plain, application/yaml, application/json, */*;q=0.5',
            'user-agent': 'Hearth',
          },
          refuse: redirects === 0 ? refuseLinkLocal : refusePrivate,
        },
        clock,
      );
      const next = redirectOf(answer, url);
      if (next === undefined) return textOf(answer);
      url = next;
    }
    throw new RequestFailure('refused', message('answer_redirects_too_often', { max: MAX_REDIRECTS }));
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    throw fault(
      CODES[error.kind],
      'host_gave_nothing',
      { host: url.host, reason: error.reason },
      { cause: error },
    );
  }
}

function redirectOf({ status, headers }: HttpResponse, from: URL): URL | undefined {
  const { location } = headers;
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return undefined;
  const next = URL.canParse(location, from.href) ? new URL(location, from.href) : undefined;
  if (next === undefined || !/^https?:$/.test(next.protocol))
    throw new RequestFailure('refused', message('answer_redirects_elsewhere'));
  if (from.protocol === 'https:' && next.protocol === 'http:')
    throw new RequestFailure('refused', message('answer_redirects_unencrypted'));
  return next;
}

function textOf({ status, bytes }: HttpResponse): string {
  if (status !== 200) throw new RequestFailure('failed', message('answer_has_status', { status }));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new RequestFailure('failed', message('answer_not_utf8'));
  }
}
