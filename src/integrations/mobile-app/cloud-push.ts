import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { refusePrivate, sendRequest } from '../../network/http-request.ts';
import type { PhoneNote } from './push-channel.ts';
import type { Registration } from './registration.ts';

const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 64 * 1024;
const MAX_BODY = 100_000;

/** Sends a note through the push service of the app's maker: HTTPS only, and never into the home network. */
export async function sendToCloud(
  { app_data, app_id, app_version, webhook_id, os_version, device_name }: Registration,
  note: PhoneNote,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Promise<void> {
  const { push_url: address, push_token } = app_data;
  const url = typeof address === 'string' && URL.canParse(address) ? new URL(address) : undefined;
  const info = { app_id, app_version, webhook_id, ...(os_version === null ? {} : { os_version }) };
  const body = JSON.stringify({ ...note, push_token, registration_info: info });
  if (url?.protocol !== 'https:' || body.length > MAX_BODY) {
    log.warn('A notification cannot be sent through the push service', { phone: device_name });
    return;
  }
  try {
    const { status } = await sendRequest(
      {
        ...{ url, method: 'POST', body, verifySsl: true, refuse: refusePrivate },
        headers: { 'Content-Type': 'application/json' },
        timeout: TIMEOUT_MS,
        maxBytes: MAX_ANSWER_BYTES,
      },
      clock,
    );
    if (status >= 300) log.warn('The push service refused a notification', { phone: device_name, status });
  } catch (error) {
    log.warn('The push service cannot be reached', { phone: device_name, error });
  }
}
