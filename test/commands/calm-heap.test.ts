import { expect, test } from 'vitest';
import { keepHeapSmallWhenCalm } from '../../src/commands/calm-heap.ts';
import { FakeClock } from '../support/fake-clock.ts';

test('the heap is kept small after five calm seconds, until one is busy', () => {
  const clock = new FakeClock();
  const told: boolean[] = [];
  let share = 0.1;
  const end = keepHeapSmallWhenCalm(
    clock,
    () => share,
    (small) => told.push(small),
  );
  clock.advance(4000);
  share = 0.9;
  clock.advance(1000);
  share = 0.1;
  clock.advance(4000);
  expect(told).toEqual([]);
  clock.advance(1000);
  expect(told).toEqual([true]);
  clock.advance(60_000);
  share = 0.5;
  clock.advance(2000);
  expect(told).toEqual([true, false]);
  end();
  expect(clock.pending).toBe(0);
});
