import { AddressCheck } from '../api/address-check.ts';
import type { Clock } from '../core/clock.ts';
import { fault } from '../core/errors.ts';
import { message } from '../core/messages.ts';
import { RequestFailure, refuseLinkLocal, sendRequest } from '../network/http-request.ts';

const TIMEOUT_MS = 8000;
const MAX_BYTES = 1000;

/** Tests whether addresses lead to this server. */
export function openAddressCheck(clock: Clock): AddressCheck {
  return new AddressCheck({
    clock,
    fetch: async (url, isTrusted) => {
      const request = {
        url,
        verifySsl: isTrusted,
        timeout: TIMEOUT_MS,
        maxBytes: MAX_BYTES,
        refuse: refuseLinkLocal,
      };
      try {
        const { status, bytes } = await sendRequest(request, clock);
        if (status !== 200) throw new RequestFailure('failed', message('answer_has_status', { status }));
        return bytes.toString('utf8');
      } catch (error) {
        if (!(error instanceof RequestFailure)) throw error;
        throw fault(
          'failed',
          'host_gave_nothing',
          { host: url.host, reason: error.reason },
          { cause: error },
        );
      }
    },
  });
}
