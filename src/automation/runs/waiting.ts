import { isoTime, type Undo } from '../../core/clock.ts';
import { isStillDue } from '../config/on-missed.ts';
import type { RunParts } from './run.ts';
import { RunEnded } from './signals.ts';
import { type StepProcess, until } from './step-process.ts';

/**
 * Waits until `begin` calls `done` or a time is reached; returns the value passed to `done`, or undefined at
 * that time. A time missed while the server was down ends the run if it is too late.
 */
export function* waitUntil<T>(
  { setting, resumed }: Pick<RunParts, 'setting' | 'resumed'>,
  due: number | null,
  begin?: (done: (value: T) => void) => Undo,
): StepProcess<T | undefined> {
  const { clock } = setting;
  if (due !== null && resumed !== null && !isStillDue(resumed.onMissed, due, resumed.at))
    throw new RunEnded('interrupted', `The run waited for ${isoTime(due)}, when the hub was down`);
  const undos: Undo[] = [];
  try {
    const waiting = new Promise<T | undefined>((resolve) => {
      if (due !== null) undos.push(clock.after(Math.max(0, due - clock.now()), () => resolve(undefined)));
      if (begin !== undefined) undos.push(begin(resolve));
    });
    return yield* until(waiting);
  } finally {
    for (const undo of undos) undo();
  }
}
