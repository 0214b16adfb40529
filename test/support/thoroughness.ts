/**
 * Whether tests run in their long form. `npm run test:all` sets `HEARTH_TESTS=full`; no other file reads the
 * variable.
 */
export const isThorough = process.env.HEARTH_TESTS === 'full';

/** Selects the amount of testing: `quick` under `npm test`, `full` under `npm run test:all`. */
export function seeds<T>(quick: T, full: T): T {
  return isThorough ? full : quick;
}
