import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import type { CertificateNames } from './authority.ts';
import { isPermittedAddress, isPermittedName } from './permitted-names.ts';

/**
 * The names and private addresses under which this machine is reached in the home network, and those of `more`: host
 * names, addresses or URLs. What the home's own authority may not sign is left out.
 */
export function ownNames(more: readonly string[]): CertificateNames {
  const hosts = more.map(hostOf);
  const machine = hostname().split('.', 1)[0] ?? '';
  const names = [hostname(), `${machine}.local`, ...hosts].map((name) => name.toLowerCase());
  const interfaces = Object.values(networkInterfaces()).flatMap((list = []) => list);
  const addresses = [
    ...interfaces.filter(({ scopeid }) => !scopeid).map(({ address }) => address),
    ...hosts.filter((host) => isIP(host) !== 0),
  ];
  return {
    names: [...new Set(names.filter(isPermittedName))],
    addresses: [...new Set(addresses.filter(isPermittedAddress))],
  };
}

/** The host of a URL, or the text itself. */
function hostOf(text: string): string {
  const host = URL.canParse(text) && text.includes('//') ? new URL(text).hostname : text;
  return host.replace(/^\[|\]$/g, '');
}
