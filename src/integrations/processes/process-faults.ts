import { fault } from '../../core/errors.ts';

/** Nothing can be asked of an integration whose process does not run; the cause is why it did not start. */
export function notRunning(name: string, cause?: unknown): Error {
  const reason = cause instanceof Error ? cause.message : '';
  return reason === ''
    ? fault('home_assistant_error', 'integration_not_running', { name })
    : fault('home_assistant_error', 'integration_did_not_start', { name, reason });
}

/** An integration refuses what it was asked. */
export function refusedBy(
  name: string,
  { code, text }: { readonly code: string; readonly text: string },
): Error {
  const reason = text === '' ? code : text;
  if (code === 'invalid') return fault('service_validation_error', 'integration_refused', { name, reason });
  return fault('home_assistant_error', 'integration_refused', { name, reason });
}
