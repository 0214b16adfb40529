import type { Authenticator, Caller } from '../../core/access.ts';
import { isObject } from '../../core/coerce.ts';
import { show } from '../../core/parse.ts';
import { parseJsonText } from '../json-text.ts';

/** A client has so long to say who it is. */
export const AUTH_TIMEOUT = 10_000;
/** The largest message of a client that has not said who it is. */
export const AUTH_LIMIT = 64 * 1024;

/** What came of the first message of a client: a caller, a refusal to be told, or nothing worth an answer. */
export type Admission =
  | { readonly kind: 'admitted'; readonly caller: Caller }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'noise' };

/** The greeting [§5]; `ha_version` stands beside `service_version` since existing clients fail without it. */
export function greeting(type: 'auth_required' | 'auth_ok', version: string): string {
  return JSON.stringify({ type, service_version: version, ha_version: version });
}

/** Judges the first message of a client [§5]. */
export function admit(text: string, authenticator: Authenticator, peer: string): Admission {
  let message: unknown;
  try {
    message = parseJsonText(text);
  } catch {
    return { kind: 'noise' };
  }
  const flaw = flawOf(message);
  if (flaw !== null) return { kind: 'refused', message: `Auth message incorrectly formatted: ${flaw}` };
  const { access_token: token } = message as { access_token?: string };
  const caller = token === undefined ? null : authenticator.authenticate(token, peer);
  if (caller === null) return { kind: 'refused', message: 'Invalid access token or password' };
  return { kind: 'admitted', caller };
}

function flawOf(message: unknown): string | null {
  if (!isObject(message)) return 'expected an object';
  if (message.type !== 'auth') return `expected "auth" at 'type'. Got ${show(message.type)}`;
  const secrets = Object.keys(message).filter((key) => key !== 'type');
  const unknown = secrets.find((key) => key !== 'access_token' && key !== 'api_password');
  if (unknown !== undefined) return `extra key '${unknown.slice(0, 100)}'`;
  if (secrets.length > 1) return 'either access_token or api_password, not both';
  const wrong = secrets.find((key) => typeof message[key] !== 'string');
  return wrong === undefined ? null : `expected a string at '${wrong}'`;
}
