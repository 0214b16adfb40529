import { beforeEach, describe, expect, it } from 'vitest';
import { FairScheduler } from '../../../src/api/fairness/fair-scheduler.ts';
import type { Lane, WorkSource } from '../../../src/api/fairness/lane.ts';
import { TurnEnd } from '../../../src/api/turn-end.ts';
import type { Access } from '../../../src/core/access.ts';
import { CpuBudget } from '../../../src/core/cpu-budget.ts';
import { TickClock } from '../../support/tick-clock.ts';

let clock: TickClock;
let scheduler: FairScheduler;
let done: string[];
beforeEach(() => {
  clock = new TickClock();
  scheduler = new FairScheduler({ clock, turnEnd: new TurnEnd(clock), budget: new CpuBudget(clock) });
  done = [];
});

const access = (userId: string, isAdmin = false): Access => ({
  userId,
  isAdmin,
  may: () => true,
  mayRead: null,
});

const lane = (userId: string, isAdmin = false): Lane =>
  scheduler.laneOf(access(userId, isAdmin), '192.0.2.1');

/** `count` pieces of work of just over `milliseconds` each: reading the clock takes a microsecond. */
function pieces(name: string, count: number, milliseconds: number): WorkSource {
  let left = count;
  return {
    runNext: () => {
      if (left === 0) return false;
      left -= 1;
      done.push(name);
      clock.advance(milliseconds * 1.05);
      return left > 0;
    },
  };
}

/** Returns what is done by the end of the tick. */
async function tick(): Promise<string[]> {
  await clock.endTick();
  return done.splice(0);
}

const times = (name: string, count: number): string[] => Array.from({ length: count }, () => name);
const count = (all: readonly string[], name: string): number => all.filter((one) => one === name).length;

describe('a caller whose work overran its slice', () => {
  it('runs at the end of the tick, after the answers of others', async () => {
    scheduler.offer(lane('anna', true), pieces('long', 3, 50));
    expect(done.splice(0)).toEqual(['long']);
    await tick();
    scheduler.offer(lane('bert', true), pieces('short', 1, 1));
    expect(done.splice(0)).toEqual(['short']);
    expect(await tick()).toEqual(['long']);
    await tick();
    scheduler.offer(lane('anna', true), pieces('again', 1, 1));
    expect(done).toEqual([]);
  });

  it('runs at once again after a tick in which it stayed within it', async () => {
    scheduler.offer(lane('anna'), pieces('long', 1, 50));
    for (let n = 0; n < 3; n += 1) await tick();
    scheduler.offer(lane('anna'), pieces('short', 1, 1));
    expect(done).toEqual([]);
    for (let n = 0; n < 3; n += 1) await tick();
    scheduler.offer(lane('anna'), pieces('short', 1, 1));
    expect(done).toEqual(['short']);
  });
});

describe('a caller', () => {
  it('runs at once while the tick has time left, and continues in the next ticks', async () => {
    scheduler.offer(lane('anna'), pieces('a', 25, 1));
    expect(done.splice(0)).toEqual(times('a', 10));
    expect(await tick()).toEqual([]);
    expect(await tick()).toEqual(times('a', 10));
    expect(await tick()).toEqual(times('a', 5));
    expect(await tick()).toEqual([]);
    expect(clock.isAsked).toBe(false);
  });

  it('has the same time however many connections and tokens it uses', async () => {
    for (let n = 0; n < 20; n += 1) scheduler.offer(lane('anna'), pieces(`a${n}`, 3, 1));
    expect(done.splice(0)).toHaveLength(10);
    await tick();
    expect(await tick()).toHaveLength(10);
    expect(await tick()).toHaveLength(10);
  });

  it('has connections that take turns', async () => {
    const anna = lane('anna');
    scheduler.offer(anna, pieces('busy', 10, 1));
    done.splice(0);
    for (const name of ['a', 'b', 'c']) scheduler.offer(anna, pieces(name, 2, 1));
    await tick();
    expect(await tick()).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
  });

  it('charges background work to the end of the tick', async () => {
    const anna = lane('anna');
    const begun = scheduler.begin();
    scheduler.started(anna);
    scheduler.end(anna, begun);
    clock.advance(10);
    scheduler.settled(anna);
    expect(scheduler.mayStart(anna)).toBe(false);
    await tick();
    expect(scheduler.mayStart(anna)).toBe(true);
  });

  it('limits how much background work starts in a tick', async () => {
    const anna = lane('anna');
    const endless: WorkSource = {
      runNext: () => {
        done.push('a');
        scheduler.started(anna);
        return true;
      },
    };
    scheduler.offer(anna, endless);
    expect(done.splice(0)).toHaveLength(32);
    await tick();
    expect(await tick()).toHaveLength(32);
    scheduler.remove(anna, endless);
  });

  it('over budget gets less of each tick, and makes up for long commands by waiting', async () => {
    const anna = lane('anna');
    scheduler.offer(anna, pieces('long', 1, 1200));
    await tick();
    done.splice(0);
    scheduler.offer(anna, pieces('next', 1, 110));
    expect(await tick()).toEqual([]);
    clock.advance(2001);
    expect(await tick()).toEqual(['next']);
    scheduler.offer(anna, pieces('a', 100, 1));
    expect(await tick()).toEqual([]);
    clock.advance(400);
    expect(await tick()).toEqual([]);
    clock.advance(60);
    expect(await tick()).toEqual(times('a', 4));
    expect(await tick()).toEqual(times('a', 4));
    expect(await tick()).toEqual(times('a', 4));
  });
});

describe('callers', () => {
  it('take turns: the last one does not wait for another’s hundred commands', async () => {
    scheduler.offer(lane('anna'), pieces('a', 100, 1));
    scheduler.offer(lane('ben'), pieces('b', 3, 1));
    done.splice(0);
    await tick();
    expect(await tick()).toEqual(['a', 'b', 'a', 'b', 'a', 'b', ...times('a', 4)]);
  });

  it('who are not administrators share a total', async () => {
    for (let n = 0; n < 30; n += 1) scheduler.offer(lane(`user ${n}`), pieces(`u${n}`, 5, 1));
    done.splice(0);
    await tick();
    const first = await tick();
    const second = await tick();
    const third = await tick();
    expect([first.length, second.length, third.length]).toEqual([10, 10, 10]);
    expect(new Set([...first, ...second, ...third]).size).toBe(28); // the first two ran immediately
  });

  it('who are administrators run beside all others, and are bounded too', async () => {
    scheduler.offer(lane('anna'), pieces('a', 1000, 1));
    expect(done.splice(0)).toHaveLength(10);
    scheduler.offer(lane('owner', true), pieces('o', 1000, 1));
    expect(done.splice(0)).toEqual(times('o', 20));
    await tick();
    const next = await tick();
    expect([count(next, 'a'), count(next, 'o')]).toEqual([10, 20]);
  });

  it('without a token share what is theirs, by address', async () => {
    const noToken = (address: string): Lane => scheduler.laneOf(undefined, address);
    scheduler.offer(noToken('192.0.2.1'), pieces('one', 100, 1));
    scheduler.offer(noToken('192.0.2.2'), pieces('two', 100, 1));
    expect(count(done.splice(0), 'one')).toBe(5);
    await tick();
    const next = await tick();
    expect([count(next, 'one'), count(next, 'two')]).toEqual([5, 5]);
    expect(scheduler.mayStart(lane('anna'))).toBe(true);
  });

  it('with a limited token do not count for the user’s unlimited ones', async () => {
    scheduler.offer(lane('anna', false), pieces('limited', 100, 1));
    expect(scheduler.mayStart(lane('anna', true))).toBe(true);
  });

  it('of long ago are forgotten', () => {
    const first = scheduler.laneOf(undefined, 'first');
    for (let n = 0; n < 1000; n += 1) scheduler.laneOf(undefined, `198.51.100.${n}`);
    expect(scheduler.laneOf(undefined, 'first')).not.toBe(first);
    const busy = scheduler.laneOf(undefined, 'busy');
    busy.openConnection();
    for (let n = 0; n < 2000; n += 1) scheduler.laneOf(undefined, `203.0.113.${n}`);
    expect(scheduler.laneOf(undefined, 'busy')).toBe(busy);
  });
});

describe('a lane', () => {
  it('bounds the bytes of a caller and of its group', () => {
    const mib = 1024 * 1024;
    const [anna, ben, eva] = [lane('anna'), lane('ben'), lane('eva')];
    expect([anna.hold(24 * mib), anna.hold(1), ben.hold(24 * mib), eva.hold(1)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    anna.release(24 * mib);
    expect([anna.hold(1), eva.hold(1)]).toEqual([true, true]);
  });

  it('bounds connections, subscriptions and commands without an answer', () => {
    const anna = lane('anna');
    const leave = Array.from({ length: 256 }, () => anna.openConnection());
    expect(anna.openConnection()).toBeNull();
    leave[0]?.();
    leave[0]?.();
    expect([anna.openConnection() === null, anna.openConnection() === null]).toEqual([false, true]);
    const ends = Array.from({ length: 5000 }, () => anna.addSubscription());
    expect(() => anna.addSubscription()).toThrow('at most 5000 subscriptions');
    ends[0]?.();
    anna.addSubscription();
    for (let n = 0; n < 1000; n += 1) anna.start();
    expect(() => anna.checkInFlight()).toThrow('at most 1000 unanswered requests');
    anna.settle();
    anna.checkInFlight();
  });
});

describe('while connections arrive', () => {
  it('slices are short, since the event loop accepts one connection each time round', async () => {
    scheduler.accepted();
    scheduler.offer(lane('anna', true), pieces('anna', 30, 1));
    expect(count(await tick(), 'anna')).toBeLessThanOrEqual(4);
    for (let ticks = 0; ticks < 4; ticks += 1) await tick();
    expect(count(await tick(), 'anna')).toBeGreaterThan(10);
  });
});
