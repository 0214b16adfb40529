// The days on which `npm run test:all` repeats the fast tests with Debian's faketime: no test may depend on
// the current date.

/**
 * An offset in `start` distinguishes the two hours with the same name on an autumn day. The DST changes and
 * the turn of the year happen during the tests.
 */
export const FAKED_DAYS = [
  { name: 'on a leap day', start: '2028-02-29T12:00:00+01:00', zone: 'Europe/Berlin' },
  { name: 'as summer time begins', start: '2027-03-28T01:59:30+01:00', zone: 'Europe/Berlin' },
  { name: 'as summer time ends', start: '2027-10-31T02:59:30+02:00', zone: 'Europe/Berlin' },
  { name: 'five minutes to midnight', start: '2026-12-31T23:55:00-05:00', zone: 'America/New_York' },
  { name: 'over midnight', start: '2026-12-31T23:59:30+05:30', zone: 'Asia/Kolkata' },
  { name: 'ten years from now', years: 10, zone: 'UTC' },
];

/**
 * Options of `runTests` for such a day: faketime gets the offset from now. The monotonic clock stays real,
 * since a faked one would hang the timeouts of Node and of workers.
 */
export function fakedDay({ start, years = 0, zone }) {
  const now = new Date();
  const then = new Date(start ?? now);
  then.setUTCFullYear(then.getUTCFullYear() + years);
  const seconds = Math.round((then.getTime() - now.getTime()) / 1000);
  const offset = `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}s`;
  return { before: ['faketime', '-f', offset], env: { TZ: zone, DONT_FAKE_MONOTONIC: '1' } };
}
