import { isObject } from '../../core/coerce.ts';
import type { PhoneAnswer } from '../../core/phone-actions.ts';
import { nonceOf, openBox } from './secret-box.ts';

/** The answer to what an app cannot mean: with an error it would register again. */
export const IGNORED: PhoneAnswer = { status: 200, body: {} };

/** A message of an app, or the answer to an invalid one, with the reason for the log in `ignored`. */
type Message =
  | {
      readonly type: string;
      readonly data: unknown;
      /** What makes an encrypted message unique. */
      readonly nonce?: string;
    }
  | { readonly answer: PhoneAnswer; readonly ignored?: string };

/** Reads the body of a call, decrypted where the app encrypts [mobile facts §3]. */
export function readMessage(body: Buffer, secret: string | null): Message {
  const message = parseJson(body.toString('utf8'));
  if (message === undefined) return { answer: { status: 400, body: {} } };
  if (!isObject(message) || typeof message.type !== 'string') return ignored('a message without a type');
  const { type } = message;
  if (type === 'enable_encryption') return { type, data: {} };
  if (message.encrypted !== true) {
    if (secret !== null) return { answer: failure('encryption_required', 'Encryption required') };
    return { type, data: message.data ?? {} };
  }
  const sealed = String(message.encrypted_data ?? '');
  const opened = secret === null ? undefined : openBox(sealed, secret);
  if (opened === undefined) return ignored('a message that cannot be decrypted');
  const data = opened === '' ? {} : parseJson(opened);
  return data === undefined
    ? ignored('an encrypted message that is no JSON')
    : { type, data: data ?? {}, nonce: nonceOf(sealed) };
}

/** An error in the form that apps understand. */
export function failure(code: string, message: string): PhoneAnswer {
  return { status: 400, body: { success: false, error: { code, message } } };
}

function ignored(what: string): Message {
  return { answer: IGNORED, ignored: what };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
