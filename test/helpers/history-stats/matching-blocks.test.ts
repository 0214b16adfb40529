import { describe, expect, it } from 'vitest';
import { MatchingBlocks } from '../../../src/helpers/history-stats/matching-blocks.ts';

/** Times in seconds. */
const blocksOf = (from: number, isOn: boolean, times: readonly number[]) =>
  new MatchingBlocks(from * 1000, { isOn, times: times.map((time) => time * 1000) });

interface Question {
  readonly start: number;
  readonly end: number;
  readonly now?: number;
  readonly minLength?: number;
}

function within(blocks: MatchingBlocks, { start, end, now = end, minLength = 0 }: Question) {
  const period = { start: start * 1000, end: end * 1000 };
  const { time, count } = blocks.within(period, now * 1000, minLength * 1000);
  return [time / 1000, count];
}

describe('blocks of matching states', () => {
  it.each([
    ['nothing', [], { start: 0, end: 100 }, [0, 0]],
    ['a block inside', [10, 30], { start: 0, end: 100 }, [20, 1]],
    ['two blocks', [10, 30, 50, 55], { start: 0, end: 100 }, [25, 2]],
    ['one that is open at the start', [10, 30], { start: 20, end: 100 }, [10, 1]],
    ['one that is open at the end', [10], { start: 0, end: 100 }, [90, 1]],
    ['one until now', [10], { start: 0, end: 100, now: 40 }, [30, 1]],
    ['one that began in the last second', [39.5], { start: 0, end: 40, now: 40 }, [0.5, 1]],
    ['one that begins now', [40.4], { start: 0, end: 40, now: 40.5 }, [0, 1]],
    ['none after the end', [60], { start: 0, end: 50, now: 80 }, [0, 0]],
    ['none that ended at the start', [10, 20], { start: 20, end: 50 }, [0, 0]],
    ['none that are too short', [10, 30, 50, 55], { start: 0, end: 100, minLength: 6 }, [20, 1]],
    ['one of the least length', [50, 55], { start: 0, end: 100, minLength: 5 }, [5, 1]],
  ] as const)('count %s', (_name, times, question, expected) => {
    expect(within(blocksOf(0, false, times), question)).toEqual(expected);
  });

  it('count one that is open at the beginning of what is known', () => {
    expect(within(blocksOf(0, true, [10]), { start: 0, end: 100 })).toEqual([10, 1]);
    expect(within(blocksOf(0, true, []), { start: 20, end: 100 })).toEqual([80, 1]);
  });

  it('follow changes, of which some change nothing', () => {
    const blocks = blocksOf(0, false, [10]);
    blocks.set(true, 20_000);
    blocks.set(false, 30_000);
    blocks.set(false, 35_000);
    expect(blocks.isOn).toBe(false);
    expect(within(blocks, { start: 0, end: 100 })).toEqual([20, 1]);
  });

  it('stay in order when the clock is set back', () => {
    const blocks = blocksOf(0, false, [10]);
    blocks.set(false, 5000);
    expect(within(blocks, { start: 0, end: 100 })).toEqual([0, 1]);
  });

  it.each([5, 10, 15, 20, 25, 30, 40])('forget what was before %s', (start) => {
    const times = [10, 20, 30];
    const blocks = blocksOf(0, false, times);
    blocks.dropBefore(start * 1000);
    expect(within(blocks, { start, end: 100 })).toEqual(
      within(blocksOf(0, false, times), { start, end: 100 }),
    );
    expect(blocks.isOn).toBe(true);
    expect([blocks.knows(start * 1000 - 1), blocks.knows(start * 1000)]).toEqual([false, true]);
  });
});
