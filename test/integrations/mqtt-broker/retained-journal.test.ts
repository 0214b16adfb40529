import { expect, test } from 'vitest';
import type { FromBroker } from '../../../src/integrations/mqtt-broker/messages.ts';
import { RetainedJournal } from '../../../src/integrations/mqtt-broker/retained-journal.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const MIB = 1024 * 1024;
const message = (bytes: number) => ({ topic: 'a', payload: new Uint8Array(bytes), qos: 0 as const });

test('messages of a tick are written together, and each caller is notified when its own is saved', () => {
  const clock = new FakeClock();
  const sent: FromBroker[] = [];
  const journal = new RetainedJournal(clock, (one) => sent.push(one));
  const done: number[] = [];
  for (const at of [journal.add(message(1)), journal.add(message(2))])
    journal.whenStored(at, () => done.push(at));
  clock.flush();
  journal.whenStored(journal.add(message(3)), () => done.push(3));
  clock.flush();
  expect(sent.map((one) => (one.kind === 'store' ? [one.upTo, one.messages.length] : one.kind))).toEqual([
    [2, 2],
    [3, 1],
  ]);
  journal.stored(2);
  expect(done).toEqual([1, 2]);
  journal.stored(3);
  expect(done).toEqual([1, 2, 3]);
});

test('is behind while more than a few megabytes are on their way', () => {
  const clock = new FakeClock();
  const journal = new RetainedJournal(clock, () => {});
  const numbers = Array.from({ length: 5 }, () => journal.add(message(MIB)));
  expect(journal.isBehind).toBe(true);
  journal.stored(numbers[1] ?? 0);
  expect(journal.isBehind).toBe(false);
  journal.add(message(2 * MIB));
  expect(journal.isBehind).toBe(true);
  journal.stored(6);
  expect(journal.isBehind).toBe(false);
});
