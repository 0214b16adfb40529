/** The days of tariffs; the first is Sunday, as for `Date.getUTCDay`. */
export const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
