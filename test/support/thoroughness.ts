/** Whether tests run in their long form: `npm run test:all` sets `HEARTH_TESTS=full`, only read here. */
export const isThorough = process.env.HEARTH_TESTS === 'full';

/** Chooses how much a test does: `quick` under `npm test`, `full` under `npm run test:all`. */
export function seeds<T>(quick: T, full: T): T {
  return isThorough ? full : quick;
}
