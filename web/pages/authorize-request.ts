import type { LoginClient } from '../server/login.ts';

/** The parameters of an authorization request [RFC 6749 §4.1.1]. */
export interface AuthorizeRequest {
  readonly client: LoginClient;
  readonly state: string | undefined;
}

/** Schemes that could execute code instead of navigating. */
const RUNNABLE = /^(javascript|data|vbscript|blob|file|about|filesystem|view-source):/i;

/** Parses the query of the page; null if client or redirect URI is missing or invalid. */
export function readRequest(search: string): AuthorizeRequest | null {
  const query = new URLSearchParams(search);
  const one = (name: string): string | undefined => {
    const values = query.getAll(name);
    return values.length === 1 ? values[0] : undefined;
  };
  const clientId = one('client_id');
  const redirectUri = one('redirect_uri');
  const kind = one('response_type') ?? 'code';
  if (clientId === undefined || redirectUri === undefined || kind !== 'code') return null;
  if (!isWebAddress(clientId) || !isTarget(redirectUri)) return null;
  const challenge = one('code_challenge');
  const challengeMethod = one('code_challenge_method');
  return {
    client: {
      clientId,
      redirectUri,
      ...(challenge === undefined ? {} : { challenge }),
      ...(challengeMethod === undefined ? {} : { challengeMethod }),
    },
    state: one('state'),
  };
}

/** The redirect URL after approval. The server has validated the redirect URI before issuing the code. */
export function returnAddress({ client, state }: AuthorizeRequest, code: string): string {
  const [address = '', ...fragment] = client.redirectUri.split('#');
  const more = new URLSearchParams({ code, ...(state === undefined ? {} : { state }), storeToken: 'true' });
  const glue = address.includes('?') ? '&' : '?';
  return `${address}${glue}${more}${fragment.length === 0 ? '' : `#${fragment.join('#')}`}`;
}

/** The host of a web URL; the whole URL for an app's custom scheme. */
export function hostOf(address: string): string {
  return isWebAddress(address) ? new URL(address).host : address;
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

function isTarget(text: string): boolean {
  return URL.canParse(text) && !RUNNABLE.test(text.trim()) && !RUNNABLE.test(new URL(text).protocol);
}
