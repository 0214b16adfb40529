import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Entity } from '../../web/state/entity.ts';
import { Guesses } from '../../web/state/guesses.ts';

const LAMP = { entity_id: 'light.a', state: 'off', attributes: {} } as unknown as Entity;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a guess', () => {
  const shownAfter = (
    milliseconds: number,
    work: (guesses: Guesses, done: (isDone: boolean) => void) => void,
  ) => {
    const guesses = new Guesses(() => {});
    const done = guesses.expect(LAMP, { state: 'on' });
    work(guesses, done);
    vi.advanceTimersByTime(milliseconds);
    return guesses.over(LAMP).state;
  };

  it('is shown for three seconds at most, also if the server never answers or reports something else', () => {
    expect(shownAfter(2999, () => {})).toBe('on');
    expect(shownAfter(3000, () => {})).toBe('off');
    expect(
      shownAfter(3000, (guesses) => guesses.reported({ ...LAMP, attributes: { a: 1 } } as Entity, 'light.a')),
    ).toBe('off');
    expect(shownAfter(2999, (_, done) => done(true))).toBe('on');
    expect(shownAfter(3000, (_, done) => done(true))).toBe('off');
  });

  it('ends when the call fails, and when the entity reports after the answer', () => {
    expect(shownAfter(0, (_, done) => done(false))).toBe('off');
    expect(
      shownAfter(0, (guesses, done) => {
        done(true);
        guesses.reported(LAMP, 'light.a');
      }),
    ).toBe('off');
  });
});
