import { expect, test } from 'vitest';
import { noNames, Scope } from '../../../src/automation/config/scope.ts';

test('a value goes to the innermost scope that has the name, else to the outermost', () => {
  const root = Scope.of(Object.assign(noNames(), { a: 1 }));
  const loop = root.within(Object.assign(noNames(), { repeat: 'outer' }));
  loop.assign('a', 2);
  loop.assign('fresh', 3);
  loop.assign('repeat', 'changed');
  expect(root.all).toEqual({ a: 2, fresh: 3 });
  expect(loop.all).toEqual({ a: 2, fresh: 3, repeat: 'changed' });
});

test('what is protected stays in its branch, until it is given plainly', () => {
  const root = Scope.of(noNames());
  const [one, two] = [root.beside(noNames()), root.beside(noNames())];
  one.protect('wait', 1);
  two.protect('wait', 2);
  expect([root.all.wait, one.all.wait, two.all.wait]).toEqual([undefined, 1, 2]);
  one.assign('wait', 3);
  expect([root.all.wait, one.all.wait, two.all.wait]).toEqual([3, 3, 2]);
});

test('what is seen is one object until something is assigned, and holds any name', () => {
  const root = Scope.of(noNames());
  const inner = root.within(noNames());
  expect(inner.all).toBe(inner.all);
  const before = inner.all;
  inner.assign('__proto__', 5);
  expect(before).not.toBe(inner.all);
  expect(Object.keys(root.all)).toEqual(['__proto__']);
});
