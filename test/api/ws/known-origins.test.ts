import { expect, test } from 'vitest';
import { KnownOrigins } from '../../../src/api/ws/known-origins.ts';

const origins = new KnownOrigins({
  allowed: () => ['https://dash.example', 'https://Home.Example.org/lovelace', 'null'],
  isClient: (origin) => origin === 'http://hub.our-family.org:8123',
});
const none = new KnownOrigins({ allowed: () => [], isClient: () => false });

test('without an origin, as no browser asks, any host is taken', () => {
  for (const host of ['', 'evil.example', '192.168.1.5:8123'])
    expect(none.mayConnect(undefined, host)).toBe(true);
});

test('a page of the server itself is taken under each name that only the own network can give it', () => {
  for (const host of [
    '192.168.1.5:8123',
    '[fd00::1]:8123',
    'hub',
    'hub:8123',
    'hub.local:8123',
    'hub.lan',
    'hub.home.arpa',
    'hub.fritz.box:8123',
    'LOCALHOST:8123',
  ])
    expect([host, none.mayConnect(`http://${host.toLowerCase()}`, host)]).toEqual([host, true]);
  expect(none.mayConnect('https://hub.local:8443', 'hub.local')).toBe(true);
});

test('a page from elsewhere is refused, also one whose own name points here', () => {
  const refused = [
    ['https://evil.example', '192.168.1.5:8123'],
    ['http://evil.example:8123', 'evil.example:8123'],
    ['http://192.168.1.6:8123', '192.168.1.5:8123'],
    ['http://evil.example', 'hub.local@evil.example'],
    ['http://local.evil.example', 'local.evil.example'],
    ['http://hub.local.', 'hub.local.'],
    ['https://dash.example.evil.example', 'hub'],
    ['http://dash.example', 'hub'],
    ['null', 'hub'],
    ['', 'hub'],
    ['hub.local', 'hub.local'],
    ['//hub', 'hub'],
  ];
  for (const [origin, host] of refused)
    expect([origin, none.mayConnect(origin, host ?? '')]).toEqual([origin, false]);
});

test('configured origins, the home’s URLs and origins with a login are allowed', () => {
  for (const origin of [
    'https://dash.example',
    'https://home.example.org',
    'null',
    'http://hub.our-family.org:8123',
  ])
    expect([origin, origins.mayConnect(origin, 'localhost:8123')]).toEqual([origin, true]);
  expect(origins.mayConnect('http://hub.our-family.org', 'hub.our-family.org')).toBe(false);
});

test('what runs on the visitor’s own machine is taken: programs there, apps, extensions', () => {
  for (const origin of [
    'http://localhost:5173',
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
    'capacitor://localhost',
    'file://',
    'moz-extension://0a1b2c',
  ])
    expect([origin, none.mayConnect(origin, '192.168.1.5:8123')]).toEqual([origin, true]);
  expect(none.mayConnect('http://localhost.evil.example', '192.168.1.5')).toBe(false);
});
