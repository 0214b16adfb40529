import { describe, expect, it } from 'vitest';
import { LoginThrottle } from '../../src/auth/login-throttle.ts';
import { FakeClock } from '../support/fake-clock.ts';

const make = (knows: (account: string, network: string) => boolean = () => false) => {
  const clock = new FakeClock();
  return { clock, throttle: new LoginThrottle(clock, knows) };
};

/** Returns how many failed attempts are allowed in a burst. */
function burst(
  throttle: LoginThrottle,
  attempt: (n: number) => readonly [peer: string, account: string],
): number {
  for (let n = 0; n < 100; n += 1) {
    try {
      throttle.begin(...attempt(n));
    } catch {
      return n;
    }
  }
  return 100;
}

describe('failed logins', () => {
  it('are not slowed five times from one address, whatever accounts they try', () => {
    expect(burst(make().throttle, (n) => ['203.0.113.7', `user${n}`])).toBe(5);
  });

  it('are not slowed ten times for one account, from any address', () => {
    expect(burst(make().throttle, (n) => [`203.0.113.${n}`, 'anna'])).toBe(10);
  });

  it('from one IPv6 network count together', () => {
    expect(burst(make().throttle, (n) => [`2001:db8:1:2::${n.toString(16)}`, `user${n}`])).toBe(5);
    expect(burst(make().throttle, (n) => [`2001:db8:1:${n.toString(16)}::1`, `user${n}`])).toBe(100);
  });

  it('wait for twice as long each time, and never more than a minute', () => {
    const { clock, throttle } = make();
    burst(throttle, () => ['203.0.113.7', 'anna']);
    const waits: number[] = [];
    for (let n = 0; n < 9; n += 1) {
      let waited = 0;
      for (;;) {
        try {
          throttle.begin('203.0.113.7', `other${n}`);
          break;
        } catch {
          clock.advance(1001);
          waited += 1;
        }
      }
      waits.push(waited);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
  });

  it('include the time to wait', () => {
    const { throttle } = make();
    burst(throttle, () => ['203.0.113.7', 'anna']);
    expect(() => throttle.begin('203.0.113.7', 'anna')).toThrow('Try again in 1 second.');
  });

  it('are forgotten after an hour', () => {
    const { clock, throttle } = make();
    burst(throttle, () => ['203.0.113.7', 'anna']);
    clock.advance(3_600_001);
    expect(burst(throttle, () => ['203.0.113.7', 'anna'])).toBe(5);
  });

  it('from elsewhere do not lock local users out of their account', () => {
    const { throttle } = make((account, network) => account === 'anna' && network === '192.168.1.20');
    burst(throttle, (n) => [`203.0.113.${n}`, 'anna']);
    expect(() => throttle.begin('203.0.113.200', 'anna')).toThrow('Too many');
    expect(() => throttle.begin('192.168.1.20', 'anna')).not.toThrow();
    expect(() => throttle.begin('203.0.113.201', 'ben')).not.toThrow();
  });

  it('cannot fill the memory', () => {
    const { throttle } = make();
    for (let n = 0; n < 30_000; n += 1)
      throttle.begin(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`, `user${n}`).forgive();
    for (let n = 0; n < 30_000; n += 1)
      throttle.begin(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`, `user${n}`);
    const { peers, accounts } = throttle as unknown as Record<string, { failures: Map<string, unknown> }>;
    expect([peers?.failures.size, accounts?.failures.size]).toEqual([10_000, 2000]);
  });
});

describe('logins that succeed', () => {
  it('do not count against a user, however many', () => {
    const { throttle } = make();
    for (let n = 0; n < 100; n += 1) throttle.begin('203.0.113.7', 'anna').forgive();
    expect(burst(throttle, () => ['203.0.113.7', 'anna'])).toBe(5);
  });

  it('do not reset earlier failures, so that an attacker with an account gains nothing', () => {
    const { throttle } = make();
    for (let n = 0; n < 4; n += 1) throttle.begin('203.0.113.7', 'anna');
    throttle.begin('203.0.113.7', 'mallory').forgive();
    expect(burst(throttle, () => ['203.0.113.7', 'anna'])).toBe(1);
  });
});
