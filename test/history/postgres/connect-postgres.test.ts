import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PostgresAddress } from '../../../src/core/postgres-address.ts';
import { connectPostgres } from '../../../src/history/postgres/connect-postgres.ts';
import { hasPostgres, PASSWORD, TestPostgres } from '../../support/postgres.ts';

describe.skipIf(!hasPostgres)('a connection to PostgreSQL', () => {
  let server: TestPostgres;
  beforeAll(async () => {
    server = await TestPostgres.start();
  });
  afterAll(() => server.stop());

  /** Whether the connection is encrypted, or why there is none. */
  const outcome = async (address: PostgresAddress, password = PASSWORD): Promise<unknown> => {
    try {
      const pool = await connectPostgres(address, password);
      try {
        const sql = 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()';
        return (await pool.query(sql)).rows[0]?.ssl;
      } finally {
        await pool.end();
      }
    } catch (error) {
      return String(error);
    }
  };

  it('trusts a certificate only if its authority and its host are right', async () => {
    const plain = await server.database();
    expect(await outcome({ ...plain, tls: 'verified' })).toContain('does not support SSL');
    const authority = await server.encrypt('IP:127.0.0.1');
    expect(new X509Certificate(readFileSync(authority)).subjectAltName).toBe('IP Address:127.0.0.1');
    const verified = { ...plain, tls: 'verified' } as const;
    expect(await outcome(verified)).toContain('self-signed certificate');
    expect(await outcome({ ...verified, authority })).toBe(true);
    expect(await outcome({ ...plain, tls: 'unverified' })).toBe(true);
    expect(await outcome(plain)).toBe(false);
    expect(await outcome({ ...verified, authority: '/nowhere/ca.pem' })).toContain('ENOENT');
    await server.encrypt('DNS:elsewhere.example');
    expect(await outcome({ ...verified, authority })).toContain('does not match certificate');
  });

  it('names no password if it is wrong or the server is missing', async () => {
    const address = await server.database();
    expect(await outcome(address, 'hu"sh $1')).toBe(
      'error: password authentication failed for user "hearth"',
    );
    expect(await outcome({ ...address, port: 1 }, 'hu"sh $1')).toContain('ECONNREFUSED');
  });
});
