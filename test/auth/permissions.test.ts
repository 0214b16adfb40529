import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accessOf, type EntityPlace } from '../../src/auth/permissions.ts';
import { Policy, type Rule } from '../../src/auth/policy-schema.ts';
import type { Group, User } from '../../src/auth/users.ts';
import type { Action } from '../../src/core/access.ts';
import { PlacedHome } from '../support/auth.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { testData } from '../support/test-data.ts';

const cases = testData(import.meta.filename);

const ACTIONS: readonly Action[] = ['read', 'control', 'configure'];

function user(group: Group | null, policy: Policy | null = null): User {
  return {
    id: 'u',
    name: 'U',
    username: null,
    is_owner: false,
    is_active: true,
    group_ids: group === null ? [] : [group],
    local_only: false,
    system_generated: false,
    policy,
    created_at: 0,
  };
}

function allow(actions: Rule['actions'], more: Partial<Rule> = {}): Rule {
  return { effect: 'allow', actions, ...more };
}

function deny(actions: Rule['actions'], more: Partial<Rule> = {}): Rule {
  return { effect: 'deny', actions, ...more };
}

const around = (at?: string) => ({ home: new PlacedHome(), clock: new FakeClock(at) });

describe('a role', () => {
  it.each(cases<[Group | null, boolean[], boolean][]>('roles'))(
    '%s may read, control, configure: %j',
    (group, may, isAdmin) => {
      const { access } = accessOf(user(group), null, around());
      expect(ACTIONS.map((action) => access.may(action, 'light.a'))).toEqual(may);
      expect(ACTIONS.map((action) => access.may(action))).toEqual(may);
      expect(access.isAdmin).toBe(isAdmin);
      expect(access.mayRead === null).toBe(may[0]);
    },
  );

  it('that allows nothing reads nothing by its compiled test either', () => {
    expect(accessOf(user(null), null, around()).access.mayRead?.('light.a')).toBe(false);
  });
});

describe('the policy of a token', () => {
  it('makes an administrator’s token one that may not administer the server', () => {
    const { access } = accessOf(user('system-admin'), { rules: [allow(['configure'])] }, around());
    expect(access.isAdmin).toBe(false);
    expect(access.may('configure', 'light.a')).toBe(true);
    expect(access.may('control', 'light.a')).toBe(false);
  });

  it('that reads everything keeps the path of the unlimited', () => {
    expect(accessOf(user('system-users'), { rules: [allow(['read'])] }, around()).access.mayRead).toBeNull();
  });

  it('gives nothing its user does not have', () => {
    const { access } = accessOf(user('system-read-only'), { rules: [allow(['control'])] }, around());
    expect(ACTIONS.map((action) => access.may(action, 'light.a'))).toEqual([true, false, false]);
  });

  it('without rules allows nothing', () => {
    const { access } = accessOf(user('system-admin'), { rules: [] }, around());
    expect(ACTIONS.map((action) => access.may(action, 'light.a'))).toEqual([false, false, false]);
    expect(access.may('read')).toBe(false);
  });
});

describe('a rule', () => {
  it('allows reading with anything else it allows', () => {
    const { access } = accessOf(
      user('system-users'),
      { rules: [allow(['control'], { domains: ['light'] })] },
      around(),
    );
    expect([access.may('read', 'light.a'), access.may('read', 'lock.a')]).toEqual([true, false]);
  });

  it('that denies reading denies all', () => {
    const rules = [allow(['read', 'control']), deny(['read'], { domains: ['lock'] })];
    const { access } = accessOf(user('system-users'), { rules }, around());
    expect(ACTIONS.map((action) => access.may(action, 'lock.door'))).toEqual([false, false, false]);
    expect(access.may('control', 'light.a')).toBe(true);
  });

  it('that denies wins over one that allows, whatever their order', () => {
    const rules = [
      deny(['control'], { entities: ['lock.door'] }),
      allow(['control'], { entities: ['lock.door'] }),
    ];
    const { access } = accessOf(user('system-users'), { rules }, around());
    expect(access.may('control', 'lock.door')).toBe(false);
    expect(access.may('read', 'lock.door')).toBe(true);
  });

  it('of an area follows its entities as they move', () => {
    const world = around();
    const { access } = accessOf(
      user('system-users'),
      { rules: [allow(['read'], { areas: ['kitchen'] })] },
      world,
    );
    expect(access.mayRead?.('light.a')).toBe(false);
    world.home.place('light.a', { area_id: 'kitchen' });
    expect(access.mayRead?.('light.a')).toBe(true);
    world.home.place('light.a', { area_id: 'hall' });
    expect(access.mayRead?.('light.a')).toBe(false);
  });

  it('takes an id for a name, not for a property', () => {
    const { access } = accessOf(
      user('system-users'),
      { rules: [allow(['read'], { domains: ['light'] })] },
      around(),
    );
    for (const id of ['__proto__', 'constructor', '', 'lights.a', 'xlight.a', 'light', 'LIGHT.a'])
      expect(access.may('read', id)).toBe(false);
  });
});

describe('hours', () => {
  const guest = (from: string, until: string): Policy => ({
    rules: [allow(['read'], { hours: { from, until } })],
  });

  it.each(cases<[string, string, string, boolean][]>('hours'))(
    '%s to %s at %s: %s',
    (from, until, at, may) => {
      expect(
        accessOf(user('system-users'), guest(from, until), around(at)).access.may('read', 'light.a'),
      ).toBe(may);
    },
  );

  it('are in the home’s time zone, across clock changes', () => {
    const world = around('2026-03-28T08:30:00Z');
    world.home.zone = 'Europe/Amsterdam';
    const { access } = accessOf(user('system-users'), guest('09:00', '10:00'), world);
    expect(access.may('read', 'light.a')).toBe(true);
    world.clock.advance(23 * 3_600_000);
    expect(access.may('read', 'light.a')).toBe(true);
    world.clock.advance(3_600_000);
    expect(access.may('read', 'light.a')).toBe(false);
  });

  it('end on the minute', () => {
    const world = around('2026-11-20T16:59:59Z');
    const { access } = accessOf(user('system-users'), guest('09:00', '17:00'), world);
    expect(access.mayRead?.('light.a')).toBe(true);
    world.clock.advance(1000);
    expect(access.mayRead?.('light.a')).toBe(false);
  });

  it('and expiry end a guest’s permissions', () => {
    const world = around('2026-11-20T12:00:00Z');
    const policy: Policy = { rules: [allow(['control'])], expires_at: '2026-11-20T14:00:30+01:00' };
    const { access } = accessOf(user('system-users'), policy, world);
    expect(access.may('control', 'light.a')).toBe(true);
    world.clock.advance(3_600_000 + 30_000);
    expect(access.may('control', 'light.a')).toBe(false);
    expect(access.may('read')).toBe(false);
  });
});

describe('a policy is refused that', () => {
  it.each(cases<[string, object | unknown[]][]>('invalid policies'))('%s', (_what, value) => {
    expect(Policy.safeParse(value).success).toBe(false);
  });
});

it('a policy accepts IDs in any case, like all other places', () => {
  const rules = [{ effect: 'deny', actions: ['read'], entities: ['Lock.Door'], domains: ['COVER'] }];
  expect(Policy.parse({ rules }).rules).toMatchObject([{ entities: ['lock.door'], domains: ['cover'] }]);
});

/** The rules implemented again, as simply as possible. */
function oracle(
  who: User,
  policies: readonly (Policy | null)[],
  ask: { id: string; place?: EntityPlace; at: Date },
  action: Action,
): boolean {
  const hhmm = ask.at.toISOString().slice(11, 16);
  const one = (policy: Policy, wanted: Action): boolean => {
    if (policy.expires_at && Date.parse(policy.expires_at) <= ask.at.getTime()) return false;
    const meant = policy.rules.filter((rule) => {
      const { from, until } = rule.hours ?? { from: '00:00', until: '00:00' };
      const inHours = from < until ? hhmm >= from && hhmm < until : hhmm >= from || hhmm < until;
      const { place, id } = ask;
      const lists = [rule.entities, rule.domains, rule.devices, rule.areas, rule.labels];
      const facts = [
        [id],
        [id.split('.')[0]],
        [place?.device_id],
        [place?.area_id],
        [...(place?.labels ?? [])],
      ];
      return (
        inHours && (lists.every((l) => !l) || lists.some((l, i) => l?.some((x) => facts[i]?.includes(x))))
      );
    });
    const denied = meant.some(
      (r) => r.effect === 'deny' && (r.actions.includes(wanted) || r.actions.includes('read')),
    );
    const allowed = meant.some(
      (r) => r.effect === 'allow' && (wanted === 'read' || r.actions.includes(wanted)),
    );
    return allowed && !denied;
  };
  const group = who.group_ids[0];
  const byRole = { 'system-admin': 3, 'system-users': who.policy ? 3 : 2, 'system-read-only': 1 };
  if (group === undefined || ACTIONS.indexOf(action) >= byRole[group]) return false;
  return policies.every((policy) => policy === null || one(policy, action));
}

describe('compiled permissions', () => {
  const some = <T>(values: readonly T[]) =>
    fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 });
  const optional = <T>(values: readonly T[]) => fc.option(some(values), { nil: undefined, freq: 2 });
  const ids = ['light.a', 'light.b', 'lock.door', 'sensor.t', 'switch.s'];
  const hour = fc.integer({ min: 0, max: 23 }).map((h) => `${String(h).padStart(2, '0')}:30`);
  const rule = fc.record({
    effect: fc.constantFrom('allow', 'allow', 'deny'),
    actions: some(ACTIONS),
    entities: optional(ids),
    domains: optional(['light', 'lock', 'sensor']),
    devices: optional(['d1', 'd2']),
    areas: optional(['kitchen', 'hall']),
    labels: optional(['fragile', 'child']),
    hours: fc.option(fc.record({ from: hour, until: hour }), { nil: undefined, freq: 2 }),
  });
  const stamp = fc.integer({ min: 0, max: 48 * 60 }).map((m) => new Date(Date.UTC(2026, 10, 20, 0, m)));
  const policy = fc.record({
    rules: fc.array(rule, { maxLength: 5 }),
    expires_at: fc.option(
      stamp.map((date) => date.toISOString()),
      { nil: undefined, freq: 4 },
    ),
  });
  const place = fc.record({
    device_id: fc.constantFrom(null, 'd1', 'd2'),
    area_id: fc.constantFrom(null, 'kitchen', 'hall'),
    labels: fc.subarray(['fragile', 'child']),
  });

  it('match the rules at every hour and in every place', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<Group | null>('system-admin', 'system-users', 'system-read-only', null),
        fc.option(policy),
        fc.option(policy),
        fc.array(
          fc.tuple(
            fc.constantFrom(...ids),
            fc.option(place, { nil: undefined }),
            fc.integer({ min: 0, max: 900 }),
          ),
        ),
        (group, userPolicy, tokenPolicy, asks) => {
          const own = group === 'system-admin' ? null : (userPolicy as Policy | null);
          const who = user(group, own);
          const world = around('2026-11-20T00:00:00Z');
          const { access } = accessOf(who, tokenPolicy as Policy | null, world);
          let minutes = 0;
          const places = new Map<string, EntityPlace>();
          for (const [id, moved, wait] of asks) {
            world.clock.advance(wait * 60_000);
            minutes += wait;
            if (moved !== undefined) {
              places.set(id, moved);
              world.home.place(id, moved);
            }
            const at = new Date(Date.UTC(2026, 10, 20, 0, minutes));
            for (const action of ACTIONS) {
              const known = places.get(id);
              const ask = known === undefined ? { id, at } : { id, place: known, at };
              const expected = oracle(who, [own, tokenPolicy as Policy | null], ask, action);
              expect(access.may(action, id)).toBe(expected);
              if (action === 'read') expect(access.mayRead === null || access.mayRead(id)).toBe(expected);
              if (expected) expect(access.may(action)).toBe(true);
            }
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
