import { expect, test } from 'vitest';
import {
  type Publisher,
  PublishRateLimit,
} from '../../../src/integrations/mqtt-broker/publish-rate-limit.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const MIB = 1024 * 1024;

function setUp() {
  const clock = new FakeClock();
  return { clock, limit: new PublishRateLimit(clock) };
}

/** A connection of an account. */
const of = (account: string): Publisher => ({ connection: {}, account });

/** How many messages of a size are admitted in a row. */
function taken(limit: PublishRateLimit, publisher: Publisher, bytes: number, most = 100_000): number {
  let count = 0;
  while (count < most && limit.take(publisher, bytes)) count += 1;
  return count;
}

test('a connection has a burst, then a rate; others of its account have theirs', () => {
  const { clock, limit } = setUp();
  const plug = of('devices');
  const burst = taken(limit, plug, 10);
  expect(burst).toBeGreaterThanOrEqual(10_000);
  expect(burst).toBeLessThan(10_050); // reading the clock takes a microsecond
  expect(taken(limit, of('devices'), 10, 100)).toBe(100);
  clock.advance(1000);
  const second = taken(limit, plug, 10);
  expect(second).toBeGreaterThan(980);
  expect(second).toBeLessThan(1010);
});

test('many connections of an account share its allowance, and other accounts have theirs', () => {
  const { clock, limit } = setUp();
  const flood = Array.from({ length: 8 }, () => of('flood'));
  const burst = flood.reduce((sum, one) => sum + taken(limit, one, 10), 0);
  expect(burst).toBeGreaterThanOrEqual(50_000);
  expect(burst).toBeLessThan(51_000);
  expect(taken(limit, of('lamp'), 10, 100)).toBe(100);
  clock.advance(1000);
  const second = flood.reduce((sum, one) => sum + taken(limit, one, 10), 0);
  expect(second).toBeGreaterThan(4500);
  expect(second).toBeLessThan(5500);
});

test('bytes count as well as messages, and a message larger than the allowance is taken', () => {
  const { clock, limit } = setUp();
  const camera = of('camera');
  expect(taken(limit, camera, 4 * MIB + 1000)).toBe(8);
  clock.advance(1000);
  expect([limit.take(camera, 64 * MIB), limit.take(camera, 1)]).toEqual([true, false]);
  clock.advance(14_000);
  expect(limit.take(camera, 1)).toBe(false);
  clock.advance(2000);
  expect(limit.take(camera, 1)).toBe(true);
});

test('a message that has to wait is taken as soon as the allowance has room', () => {
  const { clock, limit } = setUp();
  const [plug, lamp] = [of('plug'), of('lamp')];
  taken(limit, plug, 10);
  const heard: string[] = [];
  limit.whenTaken(plug, 10, () => heard.push('plug'));
  limit.whenTaken(lamp, 10, () => heard.push('lamp'));
  expect(heard).toEqual(['lamp']);
  clock.advance(20);
  expect(heard).toEqual(['lamp', 'plug']);
  expect(clock.pending).toBe(0);
});
