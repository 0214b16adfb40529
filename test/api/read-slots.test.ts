import { expect, test } from 'vitest';
import { ReadSlots } from '../../src/api/read-slots.ts';
import type { Access } from '../../src/core/access.ts';

const accessOf = (userId: string): Access => ({ userId, isAdmin: false, may: () => true, mayRead: null });
const flush = () => new Promise((resolve) => setImmediate(resolve));

test('a user reads eight answers at the same time; others do not wait for them', async () => {
  const slots = new ReadSlots();
  const opened: string[] = [];
  const read = (user: string, n: number) =>
    slots.read(accessOf(user), async function* () {
      opened.push(`${user}${n}`);
      yield new Uint8Array(1);
    });
  const own = Array.from({ length: 10 }, (_, n) => read('a', n));
  const firsts = own.map((chunks) => chunks.next());
  void read('b', 0).next();
  await flush();
  expect(opened).toEqual([...Array.from({ length: 8 }, (_, n) => `a${n}`), 'b0']);
  await own[3]?.return(undefined);
  await flush();
  expect(opened.at(-1)).toBe('a8');
  expect((await own[0]?.next())?.done).toBe(true);
  await flush();
  expect(opened.at(-1)).toBe('a9');
  await Promise.all(firsts);
});

test('an answer that fails frees its slot', async () => {
  const slots = new ReadSlots();
  const failing = () =>
    slots.read(accessOf('a'), async function* () {
      yield* [];
      throw new Error('gone');
    });
  for (let n = 0; n < 20; n += 1) await expect(failing().next()).rejects.toThrow('gone');
});
