import { z } from 'zod';
import type { Access } from '../../core/access.ts';

/** The key of a dashboard's cards under which Hearth keeps what other clients ignore. */
export const OWN_KEY = 'hearth';

/** Who sees and who arranges a dashboard, besides administrators. */
export interface DashboardPermissions {
  /** The users that see it; null for all that may read every entity. */
  readonly see: readonly string[] | null;
  readonly arrange: readonly string[];
}

const OPEN: DashboardPermissions = { see: null, arrange: [] };
const Stored = z.object({
  [OWN_KEY]: z.object({
    see: z.array(z.string()).max(1000).nullish().catch(null),
    arrange: z.array(z.string()).max(1000).catch([]),
  }),
});

/** The permissions that the cards of a dashboard name. */
export function dashboardPermissions(json: string): DashboardPermissions {
  const { data } = Stored.safeParse(JSON.parse(json));
  const own = data?.[OWN_KEY];
  return own === undefined ? OPEN : { see: own.see ?? null, arrange: own.arrange };
}

/** Whether a caller sees a dashboard; callers that may not read everything must be named. */
export function seesDashboard({ isAdmin, userId, mayRead }: Access, { see }: DashboardPermissions): boolean {
  const isNamed = userId !== null && see?.includes(userId) === true;
  return isNamed || (mayRead === null && (isAdmin || see === null));
}

/** Whether a caller arranges a dashboard. Callers that see only a part of the cards would lose the others. */
export function arrangesDashboard(
  { isAdmin, userId, mayRead }: Access,
  { arrange }: DashboardPermissions,
): boolean {
  return mayRead === null && (isAdmin || (userId !== null && arrange.includes(userId)));
}
