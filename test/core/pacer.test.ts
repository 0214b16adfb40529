import { expect, test } from 'vitest';
import { atOnce, inTicks, Pacer, TickBudget } from '../../src/core/pacer.ts';

/** Steps of 3 ms that record their completion, and ticks that end when a test says so. */
function setUp() {
  const done: (number | string)[] = [];
  let time = 0;
  let next: (() => void)[] = [];
  const clock = { now: () => time, soon: (task: () => void) => void next.push(task), after: () => () => {} };
  const work = (n: number | string): void => {
    time += 3;
    done.push(n);
  };
  const task = (n: number) => () => work(n);
  const steps = (name: string, count: number) =>
    function* (): Generator<void, string> {
      for (let n = 1; n <= count; n += 1) {
        work(`${name}${n}`);
        yield;
      }
      return name;
    };
  const endTick = (): void => {
    const before = done.length;
    // A pacer with remaining work leaves two ticks to others.
    for (let n = 0; n < 3 && done.length === before; n += 1) {
      const tasks = next;
      next = [];
      for (const one of tasks) one();
    }
  };
  return { clock, pacer: new Pacer(clock), done, work, task, steps, endTick };
}

test('tasks run at once until the tick has used its budget, then in the ticks that follow, in order', () => {
  const { pacer, done, task, endTick } = setUp();
  for (let n = 1; n <= 8; n += 1) pacer.do(task(n));
  expect(done).toEqual([1, 2, 3]);
  endTick();
  expect(done).toEqual([1, 2, 3, 4, 5, 6]);
  pacer.do(task(9));
  endTick();
  expect(done).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  endTick();
  pacer.do(task(10));
  expect(done.at(-1)).toBe(10);
});

test('a task in steps pauses between them, and the tasks after it wait for its end', () => {
  const { pacer, done, task, steps, endTick } = setUp();
  pacer.do(steps('a', 5));
  pacer.do(task(1));
  pacer.do(steps('b', 2));
  expect(done).toEqual(['a1', 'a2', 'a3']);
  endTick();
  expect(done).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 1]);
  endTick();
  expect(done).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 1, 'b1', 'b2']);
});

test('a task that submits another does not run it inside itself', () => {
  const { pacer, done, endTick } = setUp();
  pacer.do(() => {
    pacer.do(() => done.push('inner'));
    done.push('outer');
  });
  endTick();
  expect(done).toEqual(['outer', 'inner']);
});

test('a task that throws ends alone, and what waits behind it still runs', () => {
  const { pacer, done, task, work, endTick } = setUp();
  pacer.do(task(1));
  expect(() =>
    pacer.do(function* () {
      work('bad');
      yield;
      throw new Error('broken');
    }),
  ).toThrow('broken');
  pacer.do(task(2));
  endTick();
  expect(done).toEqual([1, 'bad', 2]);
});

test('beyond twenty thousand the oldest is finished at once', () => {
  const { pacer, done, task } = setUp();
  for (let n = 1; n <= 20_005; n += 1) pacer.do(task(n));
  expect(done).toEqual([1, 2, 3, 4, 5]);
});

test('a long task in steps does not keep the queue from its bound', () => {
  const { pacer, done, task, steps } = setUp();
  pacer.do(steps('a', 5));
  for (let n = 1; n <= 20_001; n += 1) pacer.do(task(n));
  expect(done).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 1]);
});

test('what is cleared is not done, nor is the rest of a task in steps', () => {
  const { pacer, done, task, steps, endTick } = setUp();
  pacer.do(task(1));
  pacer.do(steps('a', 4));
  pacer.do(task(2));
  pacer.clear();
  endTick();
  expect(done).toEqual([1, 'a1', 'a2']);
});

test('a sender can wait until no more than a number of tasks wait', () => {
  const { pacer, done, task, endTick } = setUp();
  const notes: string[] = [];
  const note = (): void => {
    notes.push(`${done.length} done`);
  };
  pacer.whenAtMost(0, note);
  for (let n = 1; n <= 8; n += 1) pacer.do(task(n));
  pacer.whenAtMost(5, note);
  expect(notes).toEqual(['0 done', '3 done']);
  pacer.whenAtMost(3, note);
  pacer.whenAtMost(0, note);
  endTick();
  expect(notes).toEqual(['0 done', '3 done', '6 done']);
  endTick();
  expect(notes.at(-1)).toBe('8 done');
});

test('waiters are called when the tasks are dropped', () => {
  const { pacer, task } = setUp();
  for (let n = 1; n <= 8; n += 1) pacer.do(task(n));
  let isCalled = false;
  pacer.whenAtMost(0, () => {
    isCalled = true;
  });
  pacer.clear();
  expect(isCalled).toBe(true);
});

test('asynchronous work gives up the event loop once a tick has had its budget', async () => {
  const { clock, done, steps, endTick } = setUp();
  const whole = inTicks(clock, steps('a', 7)());
  expect(done).toEqual(['a1', 'a2', 'a3']);
  endTick();
  await Promise.resolve();
  await Promise.resolve();
  expect(done).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'a6']);
  endTick();
  expect(await whole).toBe('a');
  expect(done).toHaveLength(7);
});

test('a pause is due when the budget is used, and not in the tick that follows', async () => {
  const { clock, work, endTick } = setUp();
  const breather = new TickBudget(clock);
  work(1);
  work(2);
  expect(breather.isDue()).toBe(false);
  work(3);
  expect(breather.isDue()).toBe(true);
  const next = breather.nextTick();
  endTick();
  await next;
  expect(breather.isDue()).toBe(false);
});

test('steps without need to wait are done at once', () => {
  const { done, steps } = setUp();
  expect(atOnce(steps('a', 5)())).toBe('a');
  expect(done).toHaveLength(5);
});

test('steps that fit into the tick give their result at once', () => {
  const { pacer, steps } = setUp();
  expect(pacer.finish(steps('a', 2)())).toBe('a');
});

test('steps that need more ticks give it as a promise, in the order of all tasks', async () => {
  const { pacer, done, task, steps, endTick } = setUp();
  const first = pacer.finish(steps('a', 4)());
  const second = pacer.finish(steps('b', 1)());
  pacer.do(task(1));
  expect(first).toBeInstanceOf(Promise);
  expect(second).toBeInstanceOf(Promise);
  endTick();
  expect(done).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 1]);
  expect(await Promise.all([first, second])).toEqual(['a', 'b']);
});

test('steps that throw throw at once or reject, and keep no other from running', async () => {
  const { pacer, done, task, work, endTick } = setUp();
  function* failing(count: number): Generator<void, never> {
    for (let n = 0; n < count; n += 1) {
      work('x');
      yield;
    }
    throw new Error('broken');
  }
  expect(() => pacer.finish(failing(1))).toThrow('broken');
  const later = pacer.finish(failing(3)) as Promise<never>;
  pacer.do(task(1));
  endTick();
  await expect(later).rejects.toThrow('broken');
  endTick();
  expect(done.at(-1)).toBe(1);
});

test('steps whose rest is dropped reject', async () => {
  const { pacer, steps } = setUp();
  const result = pacer.finish(steps('a', 9)()) as Promise<string>;
  pacer.clear();
  await expect(result).rejects.toThrow('dropped');
});

test('between two ticks with work of it a pacer gives two to others, but only while it has work left', () => {
  const { clock, done, task } = setUp();
  const ticks: number[] = [];
  let waiting: (() => void)[] = [];
  const counted = { ...clock, soon: (one: () => void) => void waiting.push(one) };
  const other = new Pacer(counted);
  for (let n = 0; n < 7; n += 1) other.do(task(n));
  for (let tick = 1; waiting.length > 0; tick += 1) {
    const before = done.length;
    const tasks = waiting;
    waiting = [];
    for (const one of tasks) one();
    if (done.length > before) ticks.push(tick);
  }
  expect(ticks).toEqual([3, 6]);
  expect(done).toEqual([0, 1, 2, 3, 4, 5, 6]);
});
