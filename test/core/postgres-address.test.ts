import { expect, test } from 'vitest';
import { parsePostgresAddress } from '../../src/core/postgres-address.ts';

test('an address names server, user and database, and verifies the certificate by default', () => {
  const address = { host: 'db.local', port: 5432, user: 'hearth', database: 'home', tls: 'verified' };
  expect(parsePostgresAddress('postgres://hearth@db.local/home')).toEqual(address);
  expect(parsePostgresAddress('postgresql://hearth@db.local:5432/home?sslmode=verify-full')).toEqual(address);
  expect(parsePostgresAddress('postgres://hearth@db.local/home?sslmode=no-verify')?.tls).toBe('unverified');
  const ca = 'postgres://hearth@db.local/home?sslrootcert=/etc/ssl/home.pem';
  expect(parsePostgresAddress(ca)).toEqual({ ...address, authority: '/etc/ssl/home.pem' });
  expect(parsePostgresAddress('postgres://hearth@[::1]:5433/a%20b?sslmode=disable')).toEqual({
    ...{ host: '::1', port: 5433, user: 'hearth', database: 'a b', tls: 'off' },
  });
});

test('addresses with a password, without a part, or with other options are refused', () => {
  for (const text of [
    'postgres://hearth:secret@db.local/home',
    'postgres://db.local/home',
    'postgres://hearth@db.local',
    'postgres://hearth@db.local/',
    'postgres://hearth@db.local/a/b',
    'postgres://hearth@db.local/%E0',
    'postgres://hearth@db.local:99999/home',
    'postgres://hearth@db.local/home?sslmode=require',
    'postgres://hearth@db.local/home?password=secret',
    'postgres://hearth@db.local/home#secret',
    'postgres://hearth@db.local/home?sslrootcert=home.pem',
    'postgres://hearth@db.local/home?sslmode=no-verify&sslrootcert=/etc/ssl/home.pem',
    'mysql://hearth@db.local/home',
    'sqlite',
    '',
  ])
    expect(parsePostgresAddress(text), text).toBeUndefined();
});
