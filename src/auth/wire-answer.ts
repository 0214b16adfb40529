import type { Reason } from '../core/errors.ts';
import { type MessageKey, type MessageParameters, messageText } from '../core/messages.ts';

/** An answer of the login endpoints as clients of Home Assistant expect it, whatever carries it. */
export interface WireAnswer {
  readonly status: number;
  readonly body: unknown;
  /** The message of the catalog in the body. */
  readonly reason?: Reason;
}

/** A refusal in the form of REST errors. */
export function refusal(
  status: number,
  key: MessageKey,
  parameters: MessageParameters = {},
  code?: string,
): WireAnswer {
  const message = messageText(key, parameters);
  return {
    status,
    body: code === undefined ? { message } : { message, code },
    reason: { key, parameters },
  };
}
