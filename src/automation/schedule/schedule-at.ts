import type { Clock, Undo } from '../../core/clock.ts';

/** Runs `task` when the point has come, never before: timers may fire a little early. */
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

/** Rings at each point that `next` gives after the last one; null ends it. The points are told as they were meant. */
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
      // After a sleep of the machine, points that were missed are not made up for.
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
