import { expect, test } from 'vitest';
import { KnownOrigins } from '../../../src/api/ws/known-origins.ts';
import { testData } from '../../support/test-data.ts';

const cases = testData(import.meta.filename);

const origins = new KnownOrigins({
  allowed: () => ['https://dash.example', 'https://Home.Example.org/lovelace', 'null'],
  isClient: (origin) => origin === 'http://hub.our-family.org:8123',
});
const none = new KnownOrigins({ allowed: () => [], isClient: () => false });

test('any host is accepted without an origin, which no browser sends', () => {
  for (const host of ['', 'evil.example', '192.168.1.5:8123'])
    expect(none.mayConnect(undefined, host)).toBe(true);
});

test('a page of the server itself is allowed under each name that only the local network can resolve', () => {
  for (const host of cases<string[]>('local hosts'))
    expect([host, none.mayConnect(`http://${host.toLowerCase()}`, host)]).toEqual([host, true]);
  expect(none.mayConnect('https://hub.local:8443', 'hub.local')).toBe(true);
});

test('a page from elsewhere is refused, also one whose own name points here', () => {
  const refused = cases<[string, string][]>('rejected origins');
  for (const [origin, host] of refused)
    expect([origin, none.mayConnect(origin, host ?? '')]).toEqual([origin, false]);
});

test('configured origins, the home’s URLs and origins with a login are allowed', () => {
  for (const origin of cases<string[]>('allowed origins'))
    expect([origin, origins.mayConnect(origin, 'localhost:8123')]).toEqual([origin, true]);
  expect(origins.mayConnect('http://hub.our-family.org', 'hub.our-family.org')).toBe(false);
});

test('origins on the user’s own machine are allowed: programs, apps, extensions', () => {
  for (const origin of cases<string[]>('origins'))
    expect([origin, none.mayConnect(origin, '192.168.1.5:8123')]).toEqual([origin, true]);
  expect(none.mayConnect('http://localhost.evil.example', '192.168.1.5')).toBe(false);
});
