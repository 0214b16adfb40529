import { BlockList, isIP, isIPv6 } from 'node:net';

/** The domains below which the home's own certificate authority may sign names. */
export const PERMITTED_NAMES: readonly string[] = ['local', 'home.arpa'];

/** The networks whose addresses it may sign: those that are private or of this machine. */
export const PERMITTED_NETWORKS: readonly string[] = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '127.0.0.0/8',
  'fc00::/7',
  'fe80::/10',
  '::1/128',
];

const permitted = new BlockList();
for (const network of PERMITTED_NETWORKS) {
  const [address = '', bits] = network.split('/');
  permitted.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** Whether a DNS name is valid and one of the home network. */
export function isPermittedName(name: string): boolean {
  const isValid = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/i.test(name);
  return isValid && PERMITTED_NAMES.some((domain) => name.toLowerCase().endsWith(`.${domain}`));
}

/** Whether an IP address is private or of this machine. */
export function isPermittedAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && permitted.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
