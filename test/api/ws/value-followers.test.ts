import { expect, test } from 'vitest';
import { ValueFollowers } from '../../../src/api/ws/value-followers.ts';
import { TickClock } from '../../support/tick-clock.ts';

/** A clock on which every callback takes 1 ms. */
function setUp() {
  const clock = new TickClock();
  const followers = new ValueFollowers(clock);
  const heard: number[] = [];
  const follow = (n: number, key = 'list') =>
    followers.follow(key, () => {
      clock.advance(1);
      heard.push(n);
    });
  return { clock, followers, heard, follow };
}

test('few followers are notified at once, of their own value alone', async () => {
  const { followers, heard, follow } = setUp();
  follow(1);
  follow(2, 'other');
  const undo = follow(3);
  followers.changed('list');
  expect(heard).toEqual([1, 3]);
  undo();
  await Promise.resolve();
  followers.changed('list');
  followers.changed('absent');
  expect(heard).toEqual([1, 3, 1]);
});

test('many followers are notified over several ticks, and once more after a change meanwhile', async () => {
  const { clock, followers, heard, follow } = setUp();
  const undos = Array.from({ length: 120 }, (_, n) => follow(n));
  followers.changed('list');
  expect(heard).toHaveLength(50);
  followers.changed('list');
  followers.changed('list');
  undos[119]?.();
  expect(heard).toHaveLength(50);
  await clock.endTick();
  expect(heard).toHaveLength(100);
  while (clock.isAsked) await clock.endTick();
  expect(heard).toEqual([...Array(119).keys(), ...Array(119).keys()]);
});
