import { HubError } from '../../core/errors.ts';

/** What a script got wrong, whatever the home is like: that stays wrong when it goes on. */
const MISTAKES: ReadonlySet<string> = new Set(['template_error', 'invalid_format', 'not_found']);
const MISTAKEN_CALLS: ReadonlySet<string> = new Set([
  ...['service_not_found', 'service_does_not_support_response', 'service_lacks_response_request'],
]);

/** Failures of devices and services that `continue_on_error` steps over; mistakes of the script itself it does not. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof HubError) || MISTAKES.has(error.code)) return false;
  return error.translation === undefined || !MISTAKEN_CALLS.has(error.translation.key);
}
