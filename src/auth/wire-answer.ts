import { type Message, type MessageKey, type MessageParameters, messageText } from '../core/messages.ts';

/** A response of the login endpoints as Home Assistant's clients expect it, independent of the transport. */
export interface WireAnswer {
  readonly status: number;
  readonly body: unknown;
  /** The message of the catalog in the body. */
  readonly reason?: Message;
}

/** An error response in the format of the REST API. */
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
