import { lookup as lookupName } from 'node:dns';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { Clock } from '../../core/clock.ts';
import { HubError } from '../../core/errors.ts';
import type { Picture } from '../../entities/driver.ts';

const PATIENCE = 9000;
const LARGEST = 16 * 1024 * 1024;

/** Addresses of the own cable alone: cameras have none there, but machines of a data centre tell their secrets. */
const linkLocal = new BlockList();
linkLocal.addSubnet('169.254.0.0', 16, 'ipv4');
linkLocal.addSubnet('fe80::', 10, 'ipv6');

/** Where a picture is, and who asks for it. */
export interface PictureSource {
  readonly url: string;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /** Whether the certificate of the source must be one that is trusted. */
  readonly verifySsl: boolean;
}

/** Fetches a picture, within nine seconds and 16 MiB. Redirects are not followed. Throws `home_assistant_error` that names the reason. */
export function fetchPicture(source: PictureSource, clock: Clock): Promise<Picture> {
  const url = new URL(source.url);
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void => {
      reject(new HubError('home_assistant_error', `The camera at ${url.host} gave no picture: ${reason}`));
      cancel();
      asking.destroy();
    };
    const cancel = clock.after(PATIENCE, () => fail('it did not come in time'));
    const auth = source.username === undefined ? {} : { auth: `${source.username}:${source.password ?? ''}` };
    const options = { ...auth, lookup: lookupRemote, agent: false as const };
    const secure = { ...options, rejectUnauthorized: source.verifySsl };
    const asking = url.protocol === 'https:' ? requestSecure(url, secure) : requestPlain(url, options);
    asking.on('error', (error) => fail(error.message));
    asking.on('response', (response) => {
      const refusal = refusalOf(response);
      if (refusal !== undefined) return fail(refusal);
      collect(response, fail, (bytes) => {
        cancel();
        resolve({ type: response.headers['content-type']?.split(';')[0]?.trim() ?? 'image/jpeg', bytes });
      });
    });
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && isLinkLocal(host)) fail('its address is link-local');
    else asking.end();
  });
}

function refusalOf({ statusCode = 0, headers }: IncomingMessage): string | undefined {
  if (statusCode >= 300 && statusCode < 400) return 'it redirects, which is not followed';
  if (statusCode !== 200) return `it answered ${statusCode}`;
  if (Number(headers['content-length'] ?? 0) > LARGEST) return 'it is too large';
  const type = headers['content-type'] ?? 'image/jpeg';
  return /^image\//i.test(type) ? undefined : `it answered ${JSON.stringify(type.slice(0, 100))}`;
}

function collect(
  response: IncomingMessage,
  fail: (reason: string) => void,
  done: (bytes: Buffer) => void,
): void {
  const chunks: Buffer[] = [];
  let size = 0;
  response.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > LARGEST) fail('it is too large');
    else chunks.push(chunk);
  });
  response.on('end', () => (size === 0 ? fail('it is empty') : done(Buffer.concat(chunks))));
  response.on('error', (error) => fail(error.message));
}

/** Looks a name up and takes none of its addresses that is link-local: the address looked at is the one connected to. */
const lookupRemote: LookupFunction = (name, options, callback) => {
  lookupName(name, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, '', 0);
    const [first, ...more] = addresses.filter(({ address }) => !isLinkLocal(address));
    if (first === undefined) return callback(new Error('its address is link-local'), '', 0);
    if (options.all === true) callback(null, [first, ...more]);
    else callback(null, first.address, first.family);
  });
};

function isLinkLocal(address: string): boolean {
  const bare = address.split('%')[0] ?? address;
  return linkLocal.check(bare, isIP(bare) === 6 ? 'ipv6' : 'ipv4');
}
