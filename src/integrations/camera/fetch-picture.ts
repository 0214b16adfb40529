import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../../core/clock.ts';
import { fault } from '../../core/errors.ts';
import { type Message, message } from '../../core/messages.ts';
import type { Picture } from '../../entities/entity/driver.ts';
import { RequestFailure, refuseLinkLocal, sendRequest } from '../../network/http-request.ts';

const TIMEOUT_MS = 9000;
const MAX_BYTES = 16 * 1024 * 1024;

/** The URL and credentials of a picture. */
export interface PictureSource {
  readonly url: string;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /** Whether the certificate of the source must be one that is trusted. */
  readonly verifySsl: boolean;
}

/** Fetches a picture of up to 16 MiB within 9 s, without redirects. Throws `home_assistant_error`. */
export async function fetchPicture(source: PictureSource, clock: Clock): Promise<Picture> {
  const url = new URL(source.url);
  try {
    const { headers, bytes } = await sendRequest(
      {
        url,
        auth: source.username === undefined ? undefined : `${source.username}:${source.password ?? ''}`,
        verifySsl: source.verifySsl,
        timeout: TIMEOUT_MS,
        maxBytes: MAX_BYTES,
        refuse: refuseLinkLocal,
        check: refusalOf,
      },
      clock,
    );
    if (bytes.length === 0) throw new RequestFailure('failed', message('answer_is_empty'));
    return { type: headers['content-type']?.split(';')[0]?.trim() ?? 'image/jpeg', bytes };
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    throw fault('home_assistant_error', 'camera_gave_no_picture', { host: url.host, reason: error.reason });
  }
}

function refusalOf(status: number, headers: IncomingHttpHeaders): Message | undefined {
  if (status >= 300 && status < 400) return message('answer_redirects');
  if (status !== 200) return message('answer_has_status', { status });
  const type = headers['content-type'] ?? 'image/jpeg';
  return /^image\//i.test(type)
    ? undefined
    : message('answer_has_type', { type: JSON.stringify(type.slice(0, 100)) });
}
