import { offsetOfWall } from '../../core/time-zone.ts';
import { parseIso } from '../../jinja/time/datetime-parse.ts';

/**
 * The instant that an attribute `last_reset` names, in whole milliseconds since 1970; without an offset it is local
 * time of the home. Undefined if it cannot be read.
 */
export function lastResetTime(value: unknown, timeZone: string): number | undefined {
  const time = typeof value === 'string' ? parseIso(value) : undefined;
  if (time === undefined) return undefined;
  if (time.zone !== undefined) return milliseconds(time.instant);
  const wall = milliseconds(time.wall);
  return wall - offsetOfWall(wall, timeZone);
}

function milliseconds(micros: bigint): number {
  return Math.floor(Number(micros) / 1000);
}
