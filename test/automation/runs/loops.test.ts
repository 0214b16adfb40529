import { expect, test } from 'vitest';
import { Loops, MAX_HOPS } from '../../../src/automation/runs/loops.ts';
import { type Context, newContext } from '../../../src/core/context.ts';

test('what triggers itself repeatedly in a short time is found, and what does so slowly is not', () => {
  const run = (milliseconds: number): number => {
    const loops = new Loops();
    let at = 0;
    let cause: Context | null = null;
    for (let hop = 1; hop <= 1000; hop += 1) {
      const context = newContext(at);
      if (loops.admit('automation.a', { caller: null, cause, context }, at) === null) return hop;
      cause = context;
      at += milliseconds;
    }
    return Number.POSITIVE_INFINITY;
  };
  expect(run(1)).toBe(MAX_HOPS + 1);
  expect(run(1000)).toBe(Number.POSITIVE_INFINITY);
});

test('two that trigger each other are found, and unrelated runs are not counted', () => {
  const loops = new Loops();
  let cause: Context | null = null;
  let refused = 0;
  for (let hop = 0; hop < 250 && refused === 0; hop += 1) {
    const context = newContext(1);
    const owner = hop % 2 === 0 ? 'automation.a' : 'automation.b';
    if (loops.admit(owner, { caller: null, cause, context }, 1) === null) refused = hop;
    cause = context;
  }
  expect(refused).toBe(2 * MAX_HOPS);
  for (let i = 0; i < 500; i += 1)
    expect(
      loops.admit('automation.a', { caller: null, cause: null, context: newContext(1) }, 1),
    ).not.toBeNull();
});
