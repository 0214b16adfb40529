import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { refusePrivate } from '../../network/http-request.ts';

/** Whether others could read a token on its way: plain HTTP to an address that is not of the local network. */
export async function isExposed(url: URL): Promise<boolean> {
  if (url.protocol === 'https:') return false;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // An unknown name is refused when it is connected to.
  const addresses =
    isIP(host) === 0 ? await lookup(host, { all: true }).catch(() => []) : [{ address: host }];
  return addresses.some(({ address }) => refusePrivate(address) === undefined);
}
