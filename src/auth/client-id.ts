/** Apps that redirect to a scheme or host other than that of their client ID. */
const APPS: ReadonlyMap<string, readonly string[]> = new Map([
  ['https://home-assistant.io/iOS', ['homeassistant://auth-callback']],
  ['https://home-assistant.io/iOS/beta-auth', ['homeassistant-beta://auth-callback']],
  ['https://home-assistant.io/iOS/dev-auth', ['homeassistant-dev://auth-callback']],
  [
    'https://home-assistant.io/android',
    [
      'homeassistant://auth-callback',
      'https://wear.googleapis.com/3p_auth/io.homeassistant.companion.android',
      'https://wear.googleapis-cn.com/3p_auth/io.homeassistant.companion.android',
    ],
  ],
]);

const MAX_LENGTH = 2048;
/** Whitespace, control characters and backslashes, which browsers interpret differently. */
const UNCLEAR = /[\s\p{C}\\]/u;
const WEB_URL = /^https?:\/\/[^/?#]/i;

/** Whether the text is an IndieAuth client ID: HTTP(S), without user, password, fragment or dot segments. */
export function isClientId(text: string): boolean {
  const url = webUrl(text);
  if (url === null || text.includes('#')) return false;
  const path = text.slice(text.indexOf('//') + 2).split('?')[0] ?? '';
  return path.split('/').every((segment) => !/^(\.|%2e){1,2}$/i.test(segment));
}

/**
 * Whether a client's login may redirect to this address: the client's own scheme, host and port; any port of
 * the same loopback host for a local program; or a known app's address. Never with a fragment [RFC 6749
 * §3.1.2].
 */
export function isRedirectUri(clientId: string, text: string): boolean {
  if (!isClientId(clientId)) return false;
  if (APPS.get(clientId)?.includes(text) === true) return true;
  const client = webUrl(clientId);
  const target = text.includes('#') ? null : webUrl(text);
  if (client === null || target === null) return false;
  if (client.origin === target.origin) return true;
  return (
    isLoopback(client.hostname) && client.hostname === target.hostname && client.protocol === target.protocol
  );
}

function webUrl(text: string): URL | null {
  if (text.length > MAX_LENGTH || UNCLEAR.test(text) || !WEB_URL.test(text) || !URL.canParse(text))
    return null;
  const url = new URL(text);
  return url.username === '' && url.password === '' && !hasUserPart(text) ? url : null;
}

/** The parser drops an empty user (`http://@host`), which is a trick nonetheless. */
function hasUserPart(text: string): boolean {
  const host = text.slice(text.indexOf('//') + 2).split(/[/?#]/)[0] ?? '';
  return host.includes('@');
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}
