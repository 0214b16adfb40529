import { describe, expect, it } from 'vitest';
import { lastRuns } from '../../../src/automation/runs/last-runs.ts';
import { FakeClock } from '../../support/fake-clock.ts';

function run() {
  let end = (): void => {};
  const over = new Promise<void>((done) => {
    end = done;
  });
  return { whenOver: () => over, end };
}

describe('the shutdown', () => {
  it('waits for the runs it starts, and not for earlier ones', async () => {
    const clock = new FakeClock();
    const running = new Map([['old', run()]]);
    const last = run();
    let isOver = false;
    const done = lastRuns(running, clock, () => running.set('last', last)).then(() => {
      isOver = true;
    });
    await Promise.resolve();
    expect(isOver).toBe(false);
    last.end();
    await done;
    expect(clock.pending).toBe(0);
  });

  it('does not wait if nothing starts, nor forever', async () => {
    const clock = new FakeClock();
    const running = new Map([['old', run()]]);
    await lastRuns(running, clock, () => {});
    const done = lastRuns(running, clock, () => running.set('endless', run()));
    clock.advance(20_001);
    await done;
  });
});
