import { expect, test } from 'vitest';
import { Pace } from '../../../src/devices/mqtt/pace.ts';

/** Tasks that take eight milliseconds each and say that they were done, and turns that end when a test says so. */
function setUp() {
  const done: number[] = [];
  let time = 0;
  let next: (() => void)[] = [];
  const clock = { now: () => time, soon: (task: () => void) => void next.push(task), after: () => () => {} };
  const task = (n: number) => () => {
    time += 8;
    done.push(n);
  };
  const endTurn = (): void => {
    const tasks = next;
    next = [];
    for (const one of tasks) one();
  };
  return { pace: new Pace(clock), done, task, endTurn };
}

test('work is done at once until the turn has had its share, then in the turns that follow, in order', () => {
  const { pace, done, task, endTurn } = setUp();
  for (let n = 1; n <= 8; n += 1) pace.do(task(n));
  expect(done).toEqual([1, 2, 3]);
  endTurn();
  expect(done).toEqual([1, 2, 3, 4, 5, 6]);
  pace.do(task(9));
  endTurn();
  expect(done).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  endTurn();
  pace.do(task(10));
  expect(done.at(-1)).toBe(10);
});

test('beyond twenty thousand the oldest is done at once', () => {
  const { pace, done, task } = setUp();
  for (let n = 1; n <= 20_005; n += 1) pace.do(task(n));
  expect(done).toEqual([1, 2, 3, 4, 5]);
});

test('what is cleared is not done', () => {
  const { pace, done, task, endTurn } = setUp();
  for (let n = 1; n <= 5; n += 1) pace.do(task(n));
  pace.clear();
  endTurn();
  expect(done).toEqual([1, 2, 3]);
});
