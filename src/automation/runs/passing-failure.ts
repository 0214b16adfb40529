import { HubError } from '../../core/errors.ts';

/** Mistakes in the script, which persist whatever the state of the home. */
const MISTAKES: ReadonlySet<string> = new Set(['template_error', 'invalid_format', 'not_found']);
const MISTAKEN_CALLS: ReadonlySet<string> = new Set([
  ...['service_not_found', 'service_does_not_support_response', 'service_lacks_response_request'],
]);

/**
 * Whether `continue_on_error` applies: to failures of devices and services, not to mistakes in the script
 * itself.
 */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof HubError) || MISTAKES.has(error.code)) return false;
  return error.translation === undefined || !MISTAKEN_CALLS.has(error.translation.key);
}
