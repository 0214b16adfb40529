import { isAbsolute } from 'node:path';

/** A PostgreSQL server and the database on it, without the password. */
export interface PostgresAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  /** Whether the connection is encrypted, and whether the server's certificate is verified. */
  readonly tls: 'verified' | 'unverified' | 'off';
  /** The file of the certificate authority that signs the server's certificate, instead of the well-known ones. */
  readonly authority?: string;
}

const DEFAULT_PORT = 5432;
const TLS: Readonly<Record<string, PostgresAddress['tls']>> = {
  'verify-full': 'verified',
  'no-verify': 'unverified',
  disable: 'off',
};

/**
 * Parses `postgres://user@host:port/database?sslmode=…&sslrootcert=…`; undefined if it is none or contains a password, which has
 * a setting of its own. Without `sslmode` the certificate is verified; modes whose meaning differs between clients
 * (`require`, `prefer`, `allow`, `verify-ca`) are not accepted, nor is `sslrootcert` if nothing is verified.
 */
export function parsePostgresAddress(text: string): PostgresAddress | undefined {
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) return undefined;
  const { hostname, port, username, password, pathname, searchParams, hash } = new URL(text);
  const tls = TLS[searchParams.get('sslmode') ?? 'verify-full'];
  const known = [...searchParams.keys()].every((key) => key === 'sslmode' || key === 'sslrootcert');
  const authority = searchParams.get('sslrootcert');
  if (authority !== null && (tls !== 'verified' || !isAbsolute(authority))) return undefined;
  if (password !== '' || hash !== '' || hostname === '' || username === '' || tls === undefined || !known)
    return undefined;
  try {
    const database = decodeURIComponent(pathname.slice(1));
    if (database === '' || database.includes('/')) return undefined;
    const host = hostname.replace(/^\[(.*)\]$/, '$1');
    const user = decodeURIComponent(username);
    const address = { host, port: Number(port || DEFAULT_PORT), user, database, tls };
    return authority === null ? address : { ...address, authority };
  } catch {
    return undefined;
  }
}
