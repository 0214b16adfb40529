// The days on which `npm run test:all` repeats the fast tests, by Debian's faketime: no test may depend on the day it runs on.

/**
 * `start` is in the time of the zone. The changes of the clocks and the turn of the year come while the tests run. `+10y` is ten years from now.
 */
export const FAKED_DAYS = [
  { name: 'on a leap day', start: '2028-02-29 12:00:00', zone: 'Europe/Berlin' },
  { name: 'as summer time begins', start: '2027-03-28 01:59:30', zone: 'Europe/Berlin' },
  { name: 'as summer time ends', start: '2027-10-31 02:59:30', zone: 'Europe/Berlin' },
  { name: 'five minutes to midnight', start: '2026-12-31 23:55:00', zone: 'America/New_York' },
  { name: 'over midnight', start: '2026-12-31 23:59:30', zone: 'Asia/Kolkata' },
  { name: 'ten years from now', start: '+10y', zone: 'UTC' },
];

/**
 * How `runTests` runs on such a day. The monotonic clock stays real: timeouts of Node and of workers are measured by it, and a faked one leaves
 * them waiting.
 */
export function fakedDay({ start, zone }) {
  return { before: ['faketime', start], env: { TZ: zone, DONT_FAKE_MONOTONIC: '1' } };
}
