import { describe, expect, it } from 'vitest';
import { CpuBudget } from '../../src/core/cpu-budget.ts';
import { FakeClock } from '../support/fake-clock.ts';

const ANNA = { userId: 'anna', isAdmin: false };
const BEN = { userId: 'ben', isAdmin: false };

function home() {
  const clock = new FakeClock();
  const cpuBudget = new CpuBudget(clock);
  const work = (who: typeof ANNA, milliseconds: number) =>
    cpuBudget.spend(who, () => {
      clock.advance(milliseconds);
      return 'done';
    });
  return { clock, cpuBudget, work };
}

describe('the time of a user', () => {
  it('is a second at once, then he waits', () => {
    const { cpuBudget, work } = home();
    expect(work(ANNA, 600)).toBe('done');
    expect(work(ANNA, 600)).toBe('done');
    expect(cpuBudget.isUsedUp(ANNA)).toBe(true);
    expect(() => work(ANNA, 1)).toThrow('too much CPU time');
    expect(work(BEN, 1)).toBe('done');
  });

  it('recovers at a tenth of the elapsed time, and never exceeds a second', () => {
    const { clock, cpuBudget, work } = home();
    work(ANNA, 1500);
    clock.advance(4000);
    expect(cpuBudget.isUsedUp(ANNA)).toBe(true);
    clock.advance(1500);
    expect(cpuBudget.isUsedUp(ANNA)).toBe(false);
    clock.advance(86_400_000);
    work(ANNA, 1001);
    expect(cpuBudget.isUsedUp(ANNA)).toBe(true);
  });

  it('is spent by work that fails too', () => {
    const { clock, cpuBudget } = home();
    const fail = () =>
      cpuBudget.spend(ANNA, () => {
        clock.advance(1001);
        throw new Error('broken');
      });
    expect(fail).toThrow('broken');
    expect(fail).toThrow('too much CPU time');
  });

  it('is unlimited for administrators and for the server itself', () => {
    const { work } = home();
    for (const who of [
      { userId: 'owner', isAdmin: true },
      { userId: null, isAdmin: false },
    ])
      for (let n = 0; n < 5; n += 1) expect(work(who as typeof ANNA, 5000)).toBe('done');
  });
});
