import { HubError } from '../core/errors.ts';

/** Failures of devices and services that `continue_on_error` steps over; mistakes of the script itself it does not. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof HubError)) return false;
  if (error.code === 'template_error' || error.code === 'invalid_format' || error.code === 'not_found')
    return false;
  return error.translation?.key !== 'service_not_found';
}
