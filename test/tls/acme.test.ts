import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { silentLog } from '../../src/core/log.ts';
import { AcmeCertificate } from '../../src/tls/acme/acme-certificate.ts';
import { HttpChallenge } from '../../src/tls/acme/http-challenge.ts';
import type { OrderOptions } from '../../src/tls/acme/order.ts';
import { type CertificatePair, createAuthority, issueCertificate } from '../../src/tls/authority.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { until } from '../support/until.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const LIFETIME = 398 * DAY;

/** A source whose orders the test answers, and what it ordered. */
async function aSource({
  folder = tempFolder(),
  directory = 'https://acme.test/directory',
  domains = ['home.local'],
  clock = new FakeClock(),
} = {}) {
  const authority = await createAuthority('test', clock.now());
  const orders: OrderOptions[] = [];
  let answer: () => Promise<CertificatePair> = () =>
    issueCertificate(authority, { names: domains, addresses: [] }, clock.now());
  const source = new AcmeCertificate({
    ...{ folder, directory, domains, clock },
    email: null,
    challenge: new HttpChallenge(),
    order: (options) => {
      orders.push(options);
      return answer();
    },
    log: silentLog,
  });
  let ended = 0;
  source.onEnd(() => {
    ended += 1;
  });
  return {
    ...{ source, clock, orders, folder },
    current: () => source.current(clock.now()),
    fail: (reason: string) => {
      answer = () => Promise.reject(new Error(reason));
    },
    succeed: () => {
      answer = () => issueCertificate(authority, { names: domains, addresses: [] }, clock.now());
    },
    hang: () => {
      answer = () => new Promise(() => {});
    },
    ended: () => ended,
  };
}

describe('a certificate of a public authority', () => {
  it('is ordered in the background, kept in a private file, and renewed in the last third of its lifetime', async () => {
    const { source, clock, orders, folder, current, ended } = await aSource();
    expect(await current()).toBeUndefined();
    await until(() => ended() === 1, 'it was ordered');
    const first = await current();
    expect(first?.cert).toContain('BEGIN CERTIFICATE');
    for (const file of readdirSync(folder)) expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);

    clock.set(clock.now() + LIFETIME / 2);
    expect(await current()).toEqual(first);
    expect(orders).toHaveLength(1);
    clock.set(clock.now() + LIFETIME / 4);
    expect(await current()).toEqual(first);
    await until(() => ended() === 2, 'it was renewed');
    expect((await current())?.cert).not.toBe(first?.cert);
    expect(orders).toHaveLength(2);
    expect(source.failure).toBeUndefined();
    expect(orders[0]?.accountKey).toBe(orders[1]?.accountKey);
  });

  it('is retried with backoff, from an hour to a day, after which the reason is gone', async () => {
    const { source, clock, orders, current, ended, fail, succeed } = await aSource();
    fail('rate limited');
    await current();
    await until(() => ended() === 1, 'it failed');
    expect(source.failure).toEqual(new Error('rate limited'));
    for (const [index, hours] of [1, 2, 4, 8, 16, 24, 24].entries()) {
      clock.set(clock.now() + hours * HOUR - 60_000);
      await current();
      expect(orders).toHaveLength(index + 1);
      clock.set(clock.now() + 60_000);
      await current();
      await until(() => ended() === index + 2, 'it failed again');
    }
    succeed();
    clock.set(clock.now() + DAY);
    await current();
    await until(() => ended() === 9, 'it was issued');
    expect(source.failure).toBeUndefined();
    expect(await current()).toBeDefined();
  });

  it('is given up after 15 minutes without an answer, and ordered once at a time', async () => {
    const { source, clock, orders, current, ended, hang } = await aSource();
    hang();
    await current();
    await until(() => orders.length === 1, 'it was ordered');
    await current();
    expect(orders).toHaveLength(1);
    clock.advance(15 * 60_000);
    await until(() => ended() === 1, 'it was given up');
    expect(String(source.failure)).toContain('https://acme.test/directory');
  });

  it('is ordered again for other domains and from another authority', async () => {
    const one = await aSource();
    await one.current();
    await until(() => one.ended() === 1, 'it was ordered');
    const { folder, clock } = one;
    const more = await aSource({ folder, clock, domains: ['home.local', 'attic.local'] });
    expect(await more.current()).toBeUndefined();
    await until(() => more.ended() === 1, 'it was ordered with more domains');
    const other = await aSource({ folder, clock, directory: 'https://staging.test/directory' });
    expect(await other.current()).toBeUndefined();
    await until(() => other.ended() === 1, 'it was ordered from the other authority');
    expect(other.orders[0]?.accountKey).not.toBe(one.orders[0]?.accountKey);
    expect(await more.current()).toBeDefined();
  });
});
