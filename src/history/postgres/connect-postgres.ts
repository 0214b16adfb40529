import { readFile } from 'node:fs/promises';
import type { Pool } from 'pg';
import type { PostgresAddress } from '../../core/postgres-address.ts';

const CONNECT_MILLISECONDS = 5000;
const ANSWER_MILLISECONDS = 120_000;
/** One connection writes; the others answer queries concurrently. */
const CONNECTIONS = 4;

/** Prepares connections to a server. The client is loaded only here, so only where it is configured. */
export async function connectPostgres(address: PostgresAddress, password: string | undefined): Promise<Pool> {
  const { default: pg } = await import('pg');
  const { host, port, user, database, tls, authority } = address;
  const ca = authority === undefined ? {} : { ca: await readFile(authority, 'utf8') };
  const pool = new pg.Pool({
    ...{ host, port, user, database, password: password ?? '', max: CONNECTIONS, keepAlive: true },
    ssl: tls === 'off' ? false : { rejectUnauthorized: tls === 'verified', ...ca },
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    query_timeout: ANSWER_MILLISECONDS,
    application_name: 'hearth',
  });
  // A connection that fails while idle: the next query fails and handles it.
  pool.on('error', () => {});
  return pool;
}
