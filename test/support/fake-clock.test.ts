import { describe, expect, it } from 'vitest';
import { every } from '../../src/core/clock.ts';
import { FakeClock } from './fake-clock.ts';

describe('the fake clock', () => {
  it('never gives the same point twice, and never an earlier one', () => {
    const clock = new FakeClock();
    const points = [clock.now(), clock.now(), clock.now()];
    clock.advance(1);
    points.push(clock.now());
    expect(points).toEqual([...points].sort((a, b) => a - b));
    expect(new Set(points).size).toBe(4);
  });

  it('runs due tasks in order of time, and in order of scheduling where times are equal', () => {
    const clock = new FakeClock();
    const done: string[] = [];
    clock.after(20, () => done.push('late'));
    clock.after(10, () => done.push('early'));
    clock.after(10, () => done.push('early, asked second'));
    clock.advance(19);
    expect(done).toEqual(['early', 'early, asked second']);
    clock.advance(1);
    expect(done).toEqual(['early', 'early, asked second', 'late']);
  });

  it('shows each task the moment it was due', () => {
    const clock = new FakeClock(0);
    const seen: number[] = [];
    const cancel = every(clock, 100, () => seen.push(Math.round(clock.now())));
    clock.advance(350);
    expect(seen).toEqual([100, 200, 300]);
    cancel();
    clock.advance(1000);
    expect(seen).toHaveLength(3);
    expect(clock.pending).toBe(0);
  });

  it('runs soon tasks at the end of the tick, and before anything later', () => {
    const clock = new FakeClock();
    const done: string[] = [];
    clock.soon(() => done.push('soon'));
    expect(done).toEqual([]);
    clock.flush();
    clock.after(5, () => clock.soon(() => done.push('soon after five')));
    clock.after(6, () => done.push('six'));
    clock.advance(6);
    expect(done).toEqual(['soon', 'soon after five', 'six']);
  });
});
