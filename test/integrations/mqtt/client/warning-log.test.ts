import { expect, test } from 'vitest';
import { WarningLog } from '../../../../src/integrations/mqtt/client/warning-log.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { keepingLog } from '../mqtt-home.ts';

function complain() {
  const { log, warnings } = keepingLog();
  const clock = new FakeClock();
  return { complaints: new WarningLog(log, clock), clock, warnings };
}

test('a cause is logged at its 1st, 10th and 100th occurrence, with its count', () => {
  const { complaints, warnings } = complain();
  for (let i = 0; i < 250; i += 1) complaints.warn('cause', `bad ${i}`);
  expect(warnings).toEqual(['bad 0', 'bad 9 (seen 10 times)', 'bad 99 (seen 100 times)']);
});

test('a device that makes up causes fills no log: a hundred lines a minute are written, and the rest is counted', () => {
  const { complaints, warnings, clock } = complain();
  for (let i = 0; i < 10_000; i += 1) complaints.warn(`cause ${i}`, `bad ${i}`);
  expect(warnings).toHaveLength(100);
  clock.advance(60_000);
  expect(warnings.slice(100)).toEqual(['9900 more problems within a minute were not logged']);
  complaints.warn('another', 'another');
  expect(warnings.at(-1)).toBe('another');
});
