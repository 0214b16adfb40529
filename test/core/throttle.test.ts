import { expect, it } from 'vitest';
import { Throttle } from '../../src/core/throttle.ts';
import { FakeClock } from '../support/fake-clock.ts';

it('a throttle lets each key through once a minute and remembers a thousand keys', () => {
  const clock = new FakeClock();
  const throttle = new Throttle(clock);
  expect([throttle.allows('a'), throttle.allows('a'), throttle.allows('b')]).toEqual([true, false, true]);
  clock.advance(59_000);
  expect(throttle.allows('a')).toBe(false);
  clock.advance(2_000);
  expect(throttle.allows('a')).toBe(true);
  for (let key = 0; key < 1000; key += 1) throttle.allows(String(key));
  expect(throttle.allows('a')).toBe(true);
  expect(throttle.allows('999')).toBe(false);
});
