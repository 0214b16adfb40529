/** Apps that come back by a scheme or a host of their own instead of their client id's. */
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

const LONGEST = 2048;
/** Blanks, controls and backslashes are read differently by different browsers. */
const UNCLEAR = /[\s\p{C}\\]/u;
const WEB_URL = /^https?:\/\/[^/?#]/i;

/** Whether the text is a client id as IndieAuth has it: an `http` or `https` URL without user, password, fragment or dot segments. */
export function isClientId(text: string): boolean {
  const url = webUrl(text);
  if (url === null || text.includes('#')) return false;
  const path = text.slice(text.indexOf('//') + 2).split('?')[0] ?? '';
  return path.split('/').every((segment) => !/^(\.|%2e){1,2}$/i.test(segment));
}

/**
 * Whether a login for this client may end at this address: on the client's own scheme, host and port; on any port of the same loopback
 * host for a client that is itself a program on this machine; or where a known app comes back. Never with a fragment [RFC 6749 §3.1.2].
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
  if (text.length > LONGEST || UNCLEAR.test(text) || !WEB_URL.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.username === '' && url.password === '' && !hasUserPart(text) ? url : null;
}

/** An empty user (`http://@host`) is dropped by the parser, and is a trick all the same. */
function hasUserPart(text: string): boolean {
  const host = text.slice(text.indexOf('//') + 2).split(/[/?#]/)[0] ?? '';
  return host.includes('@');
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}
