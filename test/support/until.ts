import { setTimeout as pause } from 'node:timers/promises';

const MOST = 20_000;
const STEP = 10;

/**
 * Polls every few milliseconds until a value is found, and returns it. Only a failure takes twenty seconds.
 */
export async function until<T>(
  look: () => T | Promise<T>,
  what = 'it held',
): Promise<Exclude<T, undefined | false>> {
  for (let waited = 0; waited < MOST; waited += STEP) {
    const seen = await look();
    if (seen !== undefined && seen !== false) return seen as Exclude<T, undefined | false>;
    await pause(STEP);
  }
  throw new Error(`${MOST / 1000} s passed before ${what}`);
}
