import { describe, expect, it } from 'vitest';
import { Expiry } from '../../../../src/integrations/mqtt/entity/expiry.ts';
import { FakeClock } from '../../../support/fake-clock.ts';

function make() {
  const clock = new FakeClock();
  const ends: number[] = [];
  const expiry = new Expiry(clock, () => ends.push(clock.now()));
  return { clock, expiry, ends };
}

describe('a value that expires', () => {
  it('has expired before the first message, and so many seconds after the last', () => {
    const { clock, expiry, ends } = make();
    expect(expiry.isExpired(10)).toBe(true);
    expiry.postpone(10);
    clock.advance(8000);
    expiry.postpone(10);
    clock.advance(8000);
    expect(expiry.isExpired(10)).toBe(false);
    clock.advance(2001);
    expect(expiry.isExpired(10)).toBe(true);
    expect(ends).toHaveLength(1);
  });

  it('that was known before a restart counts for the time it has left', () => {
    const { clock, expiry } = make();
    expect(expiry.resume(10, clock.now() - 7000)).toBe(true);
    clock.advance(2900);
    expect(expiry.isExpired(10)).toBe(false);
    clock.advance(200);
    expect(expiry.isExpired(10)).toBe(true);
  });

  it('that has expired is not resumed', () => {
    const { clock, expiry } = make();
    expect(expiry.resume(10, clock.now() - 10_000)).toBe(false);
    expect(expiry.isExpired(10)).toBe(true);
  });

  it('that is resumed and then renewed counts from the message', () => {
    const { clock, expiry } = make();
    expiry.resume(10, clock.now() - 9000);
    expiry.postpone(10);
    clock.advance(9000);
    expect(expiry.isExpired(10)).toBe(false);
    clock.advance(1100);
    expect(expiry.isExpired(10)).toBe(true);
  });
});
