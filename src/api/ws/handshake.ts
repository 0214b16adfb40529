import type { Authenticator, Caller } from '../../core/access.ts';
import { isObject } from '../../core/coerce.ts';
import { show } from '../../core/parse.ts';
import { parseJsonText } from '../json-text.ts';

/** The timeout of authentication, in milliseconds. */
export const AUTH_TIMEOUT = 10_000;
/** The most bytes of a message before authentication. */
export const AUTH_LIMIT = 64 * 1024;

/** The result of a client's first message: a caller, a refusal to report, or noise that gets no answer. */
export type Admission =
  | { readonly kind: 'admitted'; readonly caller: Caller }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'noise' };

/** The greeting [§5]; `ha_version` is included since existing clients require it. */
export function greeting(type: 'auth_required' | 'auth_ok', version: string): string {
  return JSON.stringify({ type, service_version: version, ha_version: version });
}

/** Authenticates a client by its first message [§5]. */
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
