import type { Policy, Rule } from '../../../src/auth/policy-schema.ts';
import type { Group } from '../../../src/auth/users.ts';
import type { OracleHome } from './oracle-home.ts';

/** A caller: a role, the limits of the user, and the limits of the token. */
export interface Caller {
  readonly name: string;
  readonly group: Group | null;
  readonly isOwner?: boolean;
  readonly policy?: Policy;
  readonly tokenPolicy?: Policy;
  /** Why the server rejects this caller everywhere. */
  readonly shutOut?: 'disabled' | 'expired';
}

/** A caller, with the user and token created for it. */
export interface Entered extends Caller {
  readonly userId: string;
  readonly secret: string;
}

const YESTERDAY = '2026-03-03T12:00:00+01:00';

const allow = (actions: Rule['actions'], where: Partial<Rule> = {}): Rule => ({
  effect: 'allow',
  actions,
  ...where,
});
const deny = (actions: Rule['actions'], where: Partial<Rule> = {}): Rule => ({
  effect: 'deny',
  actions,
  ...where,
});

/**
 * Callers of every kind. The time in the home is noon (see `anchored-clock.ts`), to which their time-based
 * rules refer.
 */
export function callersOf(
  { open, closed }: Pick<OracleHome, 'open' | 'closed'>,
  entityIds: readonly string[],
): Caller[] {
  const user = (name: string, rules: Rule[], more: Partial<Caller> = {}): Caller => ({
    name,
    group: 'system-users',
    policy: { rules },
    ...more,
  });
  const token = (name: string, rules: Rule[], more: Partial<Caller> = {}): Caller => ({
    name,
    group: 'system-users',
    tokenPolicy: { rules },
    ...more,
  });
  const everything = allow(['control']);
  const some = ['light.none', ...entityIds.filter((_, index) => index % 6 === 0)];
  return [
    { name: 'the owner', group: 'system-admin', isOwner: true },
    { name: 'an administrator', group: 'system-admin' },
    { name: 'a user', group: 'system-users' },
    { name: 'a reader', group: 'system-read-only' },
    { name: 'nobody', group: null },
    user('a guest of an area', [allow(['control'], { areas: [open.area] })]),
    user('a reader of an area', [allow(['read'], { areas: [open.area] })]),
    user('a guest of some domains', [
      allow(['control'], { domains: ['light', 'media_player', 'todo', 'template', 'person', 'zone'] }),
      allow(['read'], { domains: ['sensor', 'calendar', 'camera'] }),
    ]),
    token('a token for a device', [allow(['control'], { devices: [open.device] })]),
    user('a guest of a label', [allow(['control'], { labels: [open.label] })]),
    token('a token for a label', [allow(['read', 'control'], { labels: [open.label] })]),
    token('a token for entities', [allow(['control'], { entities: some })]),
    user('a guest outside the hours', [
      allow(['control'], { areas: [open.area], hours: { from: '18:00', until: '08:00' } }),
    ]),
    user('a guest within the hours', [
      allow(['control'], { areas: [open.area], hours: { from: '08:00', until: '18:00' } }),
      deny(['read'], { domains: ['light'], hours: { from: '22:00', until: '06:00' } }),
    ]),
    user('a guest denied at this hour', [
      everything,
      deny(['read'], { areas: [closed.area], hours: { from: '11:00', until: '13:00' } }),
    ]),
    user('a guest whose policy has ended', [], { policy: { rules: [everything], expires_at: YESTERDAY } }),
    token('a token whose policy has ended', [], {
      tokenPolicy: { rules: [everything], expires_at: YESTERDAY },
    }),
    { name: 'a disabled user', group: 'system-users', shutOut: 'disabled' },
    { name: 'an expired token', group: 'system-users', shutOut: 'expired' },
    token('an administrator’s token for an area', [allow(['configure'], { areas: [open.area] })], {
      group: 'system-admin',
    }),
    user('a guest of switches, scenes and locks', [
      allow(['control'], { domains: ['switch', 'scene', 'lock'] }),
    ]),
    user('everything but an area', [everything, deny(['read'], { areas: [closed.area] })]),
    user('everything but some domains', [
      everything,
      deny(['read'], { domains: ['lock', 'camera', 'cover', 'input_text', 'person'] }),
    ]),
    user('everything but a label', [everything, deny(['read'], { labels: [closed.label] })]),
    user('everything but a device', [everything, deny(['read'], { devices: [closed.device] })]),
    user('everything, controlling all but an area', [
      everything,
      deny(['control'], { areas: [closed.area] }),
    ]),
    user('automations, scenes and scripts only', [
      allow(['control'], { domains: ['automation', 'script', 'scene'] }),
    ]),
    user('a guest who may configure an area', [allow(['configure'], { areas: [open.area] })]),
    token('a token without rules', []),
    token('a guest’s token for a domain', [allow(['control'], { domains: ['light', 'input_boolean'] })], {
      policy: { rules: [allow(['control'], { areas: [open.area] })] },
    }),
    {
      name: 'a reader with a policy of control',
      group: 'system-read-only',
      policy: { rules: [allow(['control'], { areas: [open.area] })] },
    },
  ];
}
