import type { Clock, Undo } from '../../core/clock.ts';

/** Runs `task` at a time, never before it: timers may fire a little early. */
export function scheduleAt(clock: Clock, point: number, task: () => void): Undo {
  let cancel: Undo = () => {};
  const wait = (): void => {
    cancel = clock.after(Math.max(0, point - clock.now()), () => {
      if (clock.now() < point) wait();
      else task();
    });
  };
  wait();
  return () => cancel();
}

/** Runs `task` at each time that `next` returns, with the scheduled time as its argument; null ends it. */
export function scheduleEach(
  clock: Clock,
  next: (after: number) => number | null,
  task: (point: number) => void,
): Undo {
  let cancel: Undo = () => {};
  let isOver = false;
  const wait = (after: number): void => {
    const point = next(after);
    if (point === null) return;
    cancel = scheduleAt(clock, point, () => {
      // Times missed while the machine was suspended are skipped.
      wait(Math.max(point, clock.now() - LATEST));
      if (!isOver) task(point);
    });
  };
  wait(clock.now());
  return () => {
    isOver = true;
    cancel();
  };
}

const LATEST = 1000;
