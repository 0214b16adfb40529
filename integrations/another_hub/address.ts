import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

const LOCAL = new BlockList();
for (const [network, prefix] of [
  ...([['10.0.0.0', 8] as const, ['172.16.0.0', 12] as const, ['192.168.0.0', 16] as const] as const),
  ...([['127.0.0.0', 8] as const, ['169.254.0.0', 16] as const, ['100.64.0.0', 10] as const] as const),
] as const)
  LOCAL.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [['fc00::', 7] as const, ['fe80::', 10] as const] as const)
  LOCAL.addSubnet(network, prefix, 'ipv6');
LOCAL.addAddress('::1', 'ipv6');

/** The address of a hub; undefined for what is none of the web, or contains a password. */
export function readUrl(text: string): URL | undefined {
  const given = /^[a-z]+:(?!\d)/i.test(text.trim()) ? text.trim() : `http://${text.trim()}`;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  const isPlain = url !== undefined && url.username === '' && url.password === '';
  if (!isPlain || !['http:', 'https:'].includes(url.protocol)) return undefined;
  url.search = '';
  url.hash = '';
  return url;
}

/** The address as a text that paths are added to. */
export function baseOf(url: URL): string {
  return url.href.replace(/\/+$/, '');
}

/** Whether others could read the token on its way: plain HTTP to an address that is not of the local network. */
export async function isExposed(url: URL): Promise<boolean> {
  if (url.protocol === 'https:') return false;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) === 0 ? await addressesOf(host) : [host];
  return !addresses.every(isLocal);
}

async function addressesOf(host: string): Promise<string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch {
    // An unknown name is refused when it is connected to.
    return [];
  }
}

function isLocal(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  const plain = (mapped ?? address).replace(/%.*$/, '');
  return LOCAL.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
}
