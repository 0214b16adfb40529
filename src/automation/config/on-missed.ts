import type { Fields } from './fields.ts';

/** What becomes of a time that passed while the hub was down: always late, never, or late while it is not too late. */
export type OnMissed = 'run' | 'skip' | undefined;

/** How late something may still be done where nobody says. */
const LATEST = 15 * 60_000;

/** Reads `on_missed`. */
export function parseOnMissed(fields: Fields): OnMissed {
  return fields.raw('on_missed') === undefined ? undefined : fields.oneOf('on_missed', ['run', 'skip']);
}

/** Whether what was due at a point is still to be done, now that the hub is up again. */
export function isStillDue(onMissed: OnMissed, due: number, up: number): boolean {
  if (due >= up || onMissed === 'run') return true;
  return onMissed === undefined && up - due < LATEST;
}
