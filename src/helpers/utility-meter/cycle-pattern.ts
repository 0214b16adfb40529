/** How often a meter is reset. */
export const CYCLES = [
  'quarter-hourly',
  'hourly',
  'daily',
  'weekly',
  'monthly',
  'bimonthly',
  'quarterly',
  'yearly',
] as const;

export type Cycle = (typeof CYCLES)[number];

const MINUTES_PER_DAY = 1440;

/** The cron pattern of a cycle that begins some minutes late [history facts §7.3]. */
export function cronOfCycle(cycle: Cycle, offset: number): string {
  const days = Math.floor(offset / MINUTES_PER_DAY);
  const hour = Math.floor(offset / 60) % 24;
  const minute = Math.floor(offset) % 60;
  const at = `${minute} ${hour}`;
  switch (cycle) {
    case 'quarter-hourly':
      return `${minute % 15}/15 * * * *`;
    case 'hourly':
      return `${minute} * * * *`;
    case 'daily':
      return `${at} * * *`;
    case 'weekly':
      return `${at} * * ${(days + 1) % 7}`;
    case 'monthly':
      return `${at} ${days + 1} * *`;
    case 'bimonthly':
      return `${at} ${days + 1} */2 *`;
    case 'quarterly':
      return `${at} ${days + 1} */3 *`;
    case 'yearly':
      return `${at} ${days + 1} 1 *`;
  }
}
