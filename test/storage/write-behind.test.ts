import { describe, expect, it } from 'vitest';
import { silentLog } from '../../src/core/log.ts';
import { WriteBehind } from '../../src/storage/write-behind.ts';
import { FakeClock } from '../support/fake-clock.ts';

function setUp(options: { delay?: number; retryDelay?: number; max?: number } = {}) {
  const clock = new FakeClock();
  const batches: [string, number][][] = [];
  const lines: string[] = [];
  const say = (message: string): void => void lines.push(message);
  const state = { refuses: false };
  const queue = new WriteBehind<number>({
    clock,
    log: { ...silentLog, error: say, info: say },
    subject: 'Numbers',
    ...options,
    write: async (changes) => {
      batches.push([...changes]);
      if (state.refuses) throw new Error('full');
    },
  });
  return { clock, batches, lines, state, queue };
}

describe('a write-behind queue', () => {
  it('writes the newest change of each key, a while after the first', async () => {
    const { clock, batches, queue } = setUp({ delay: 1000 });
    queue.set('a', 1);
    queue.set('b', 2);
    queue.set('a', 3);
    clock.advance(999);
    expect(batches).toEqual([]);
    clock.advance(1);
    await queue.flush();
    expect(batches).toEqual([
      [
        ['b', 2],
        ['a', 3],
      ],
    ]);
  });

  it('writes every added change, and the calls of one tick together', async () => {
    const { batches, queue } = setUp();
    queue.add(1);
    const first = queue.flush();
    queue.add(1);
    await Promise.all([first, queue.flush()]);
    expect(batches).toEqual([
      [
        ['1', 1],
        ['2', 1],
      ],
    ]);
  });

  it('retries what was refused unless something newer came, and logs once each way', async () => {
    const { clock, batches, lines, state, queue } = setUp({ retryDelay: 5000 });
    state.refuses = true;
    queue.set('a', 1);
    queue.set('b', 1);
    await queue.flush();
    queue.set('b', 2);
    await queue.flush();
    state.refuses = false;
    clock.advance(5000);
    await queue.flush();
    expect(batches.at(-1)).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
    expect(lines).toEqual(['Numbers cannot be saved', 'Numbers are being saved again']);
  });

  it('drops what was refused when it has no retry delay', async () => {
    const { batches, state, queue } = setUp();
    state.refuses = true;
    queue.add(1);
    await queue.flush();
    await queue.flush();
    expect(batches).toHaveLength(1);
  });

  it('keeps the newest refused changes within its limit', async () => {
    const { batches, state, queue } = setUp({ max: 2, retryDelay: 1000 });
    state.refuses = true;
    for (const number of [1, 2, 3]) queue.add(number);
    await queue.flush();
    expect(batches[0]).toHaveLength(3);
    queue.add(4);
    state.refuses = false;
    await queue.flush();
    expect(batches[1]).toEqual([
      ['3', 3],
      ['4', 4],
    ]);
  });

  it('forgets a change that is taken back', async () => {
    const { batches, queue } = setUp();
    queue.set('a', 1);
    queue.delete('a');
    await queue.flush();
    expect([batches, queue.size]).toEqual([[], 0]);
  });
});
