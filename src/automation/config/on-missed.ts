import type { Fields } from './fields.ts';

/**
 * What to do about a time that passed while the server was down: `run` late, `skip`, or by default run if not
 * too late.
 */
export type OnMissed = 'run' | 'skip' | undefined;

/** How late a missed action may run by default. */
const LATEST = 15 * 60_000;

/** Parses `on_missed`. */
export function parseOnMissed(fields: Fields): OnMissed {
  return fields.raw('on_missed') === undefined ? undefined : fields.oneOf('on_missed', ['run', 'skip']);
}

/** Whether something due at a time is still to be done, given when the server was up again. */
export function isStillDue(onMissed: OnMissed, due: number, up: number): boolean {
  if (due >= up || onMissed === 'run') return true;
  return onMissed === undefined && up - due < LATEST;
}
