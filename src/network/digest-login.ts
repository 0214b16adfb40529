import { createHash, randomBytes } from 'node:crypto';

/** A user name with its password. */
export interface Login {
  readonly username: string;
  readonly password: string;
}

/** What is logged in to. */
interface Target {
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
}

const HASHES: ReadonlyMap<string, string> = new Map([
  ['MD5', 'md5'],
  ['SHA-256', 'sha256'],
  ['SHA-512-256', 'sha512-256'],
]);

/**
 * The `Authorization` header that answers a digest challenge (RFC 7616); undefined for a `WWW-Authenticate` header
 * without a challenge that can be answered.
 */
export function digestLogin(
  challenge: string,
  { username, password }: Login,
  { method, path }: Target,
): string | undefined {
  const begin = /(?:^|,)\s{0,8}Digest\s/i.exec(challenge);
  if (begin === null) return undefined;
  const given = parametersOf(challenge.slice(begin.index + begin[0].length));
  const { realm, nonce } = given;
  const algorithm = given.algorithm ?? 'MD5';
  const isSession = /-sess$/i.test(algorithm);
  const hashName = HASHES.get(algorithm.replace(/-sess$/i, '').toUpperCase());
  if (realm === undefined || nonce === undefined || hashName === undefined) return undefined;
  const options = given.qop?.split(',').map((one) => one.trim().toLowerCase());
  if (options !== undefined && !options.includes('auth')) return undefined;
  const hash = (text: string): string => createHash(hashName).update(text, 'utf8').digest('hex');
  const [count, own] = ['00000001', randomBytes(16).toString('hex')];
  const account = hash(`${username}:${realm}:${password}`);
  const secret = isSession ? hash(`${account}:${nonce}:${own}`) : account;
  const asked = hash(`${method}:${path}`);
  const response = hash(
    options === undefined
      ? `${secret}:${nonce}:${asked}`
      : `${secret}:${nonce}:${count}:${own}:auth:${asked}`,
  );
  const parts = [
    ...[`username=${quoted(username)}`, `realm=${quoted(realm)}`, `nonce=${quoted(nonce)}`],
    ...[`uri=${quoted(path)}`, `response="${response}"`, `algorithm=${algorithm}`],
    ...(given.opaque === undefined ? [] : [`opaque=${quoted(given.opaque)}`]),
    ...(options === undefined ? [] : ['qop=auth', `nc=${count}`]),
    ...(options === undefined && !isSession ? [] : [`cnonce="${own}"`]),
  ];
  return `Digest ${parts.join(', ')}`;
}

type Parameter = 'realm' | 'nonce' | 'qop' | 'algorithm' | 'opaque';

/** The parameters up to the next challenge; of two with the same name, the first counts. */
function parametersOf(text: string): { readonly [K in Parameter]?: string } {
  const found: Record<string, string> = Object.create(null);
  for (const [, name = '', inQuotes, plain] of text.matchAll(
    /([a-z]{1,20})\s{0,8}=\s{0,8}(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/gi,
  )) {
    const key = name.toLowerCase();
    found[key] ??= inQuotes?.replace(/\\(.)/g, '$1') ?? plain ?? '';
  }
  return found;
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
