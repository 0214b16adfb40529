import { expect, test } from 'vitest';
import { Intake } from '../../../../src/devices/mqtt/broker/intake.ts';
import { FakeClock } from '../../../support/fake-clock.ts';

const MIB = 1024 * 1024;

function setUp() {
  const clock = new FakeClock();
  return { clock, intake: new Intake(clock) };
}

/** How many messages of so many bytes are taken in a row. */
function taken(intake: Intake, account: string, bytes: number, most = 20_000): number {
  let count = 0;
  while (count < most && intake.take(account, bytes)) count += 1;
  return count;
}

test('an account has a burst, then a rate; others have theirs', () => {
  const { clock, intake } = setUp();
  const burst = taken(intake, 'plug', 10);
  expect(burst).toBeGreaterThanOrEqual(10_000);
  expect(burst).toBeLessThan(10_050); // looks at the clock take a microsecond each
  expect(taken(intake, 'lamp', 10, 100)).toBe(100);
  clock.advance(1000);
  const second = taken(intake, 'plug', 10);
  expect(second).toBeGreaterThan(980);
  expect(second).toBeLessThan(1010);
});

test('bytes count as well as messages, and a message larger than the allowance is taken', () => {
  const { clock, intake } = setUp();
  expect(taken(intake, 'camera', 4 * MIB + 1000)).toBe(8);
  clock.advance(1000);
  expect([intake.take('camera', 64 * MIB), intake.take('camera', 1)]).toEqual([true, false]);
  clock.advance(14_000);
  expect(intake.take('camera', 1)).toBe(false);
  clock.advance(2000);
  expect(intake.take('camera', 1)).toBe(true);
});

test('a message that has to wait is taken as soon as the allowance has room', () => {
  const { clock, intake } = setUp();
  taken(intake, 'plug', 10);
  const heard: string[] = [];
  intake.whenTaken('plug', 10, () => heard.push('plug'));
  intake.whenTaken('lamp', 10, () => heard.push('lamp'));
  expect(heard).toEqual(['lamp']);
  clock.advance(20);
  expect(heard).toEqual(['lamp', 'plug']);
  expect(clock.pending).toBe(0);
});
