import type { Access, Action } from '../core/access.ts';
import type { Clock } from '../core/clock.ts';
import { domainOf, type EntityId } from '../core/entity-id.ts';
import { localTimeOf, timeText } from '../core/time-zone.ts';
import type { Policy, Rule } from './policy-schema.ts';
import { isAdmin, type User } from './users.ts';

/** The device, area and labels of an entity; the area is its own or else its device's. */
export interface EntityPlace {
  readonly device_id: string | null;
  readonly area_id: string | null;
  readonly labels: Iterable<string>;
  /** The entity ID before a rename that is being dispatched; rules for it still apply. */
  readonly former_id?: EntityId;
}

/** What policies need to know about the home. */
export interface PolicyHome {
  /** The entity's place; undefined for entities that are not registered. */
  placeOf(entityId: EntityId): EntityPlace | undefined;
  /** The entity's place before the change that is being dispatched, or its current place. */
  placeBefore(entityId: EntityId): EntityPlace | undefined;
  /** Grows whenever a result of `placeOf` may have changed. */
  version(): number;
  timeZone(): string;
}

/** A home without registries, in UTC. */
export const bareHome: PolicyHome = {
  placeOf: () => undefined,
  placeBefore: () => undefined,
  version: () => 0,
  timeZone: () => 'UTC',
};

/** The dependencies of `accessOf`. */
export interface Surroundings {
  readonly home: PolicyHome;
  readonly clock: Clock;
}

/** Permissions, and a text that changes with them over the day; empty if they do not depend on the time. */
export interface Permissions {
  readonly access: Access;
  readonly hours: () => string;
  /** The next expiry of a policy after `now`, in milliseconds since 1970; Infinity if there is none. */
  readonly nextExpiry: (now: number) => number;
}

const READ = 1;
const CONTROL = 2;
const CONFIGURE = 4;
const ALL = READ | CONTROL | CONFIGURE;
const BITS: Readonly<Record<Action, number>> = { read: READ, control: CONTROL, configure: CONFIGURE };

/** A user's permissions with a token: those of the role or policy, limited by the token's policy. */
export function accessOf(user: User, tokenPolicy: Policy | null, around: Surroundings): Permissions {
  const isLimited = user.policy !== null || tokenPolicy !== null;
  const limits = [user.policy, tokenPolicy].flatMap((policy) =>
    policy === null ? [] : [new Limit(policy, around)],
  );
  const cap = roleBits(user);
  const bitsOf = isLimited
    ? (id: EntityId): number => limits.reduce((bits, limit) => bits & limit.bitsOf(id), cap)
    : (): number => cap;
  const somewhere = (): number => limits.reduce((bits, limit) => bits & limit.somewhere(), cap);
  const readsAll = (cap & READ) !== 0 && limits.every((limit) => limit.readsAll);
  return {
    access: {
      userId: user.id,
      isAdmin: isAdmin(user) && !isLimited,
      may: (action, id) => ((id === undefined ? somewhere() : bitsOf(id)) & BITS[action]) !== 0,
      mayRead: readsAll ? null : (id) => (bitsOf(id) & READ) !== 0,
      couldRead: (id) => (limits.reduce((bits, limit) => bits & limit.bitsBefore(id), cap) & READ) !== 0,
    },
    hours: () => limits.map((limit) => limit.hours()).join(),
    nextExpiry: (now) => Math.min(...limits.map(({ expiresAt }) => expiresAt).filter((end) => end > now)),
  };
}

function roleBits(user: User): number {
  if (isAdmin(user)) return ALL;
  if (user.group_ids.includes('system-users')) return user.policy === null ? READ | CONTROL : ALL;
  return user.group_ids.includes('system-read-only') ? READ : 0;
}

/** One compiled policy. Results per entity are cached until a registry, the time or the expiry changes. */
class Limit {
  /** Whether it never denies reading anything. */
  readonly readsAll: boolean;
  private readonly rules: readonly ReadyRule[];
  readonly expiresAt: number;
  private readonly isTimed: boolean;
  private readonly around: Surroundings;
  private readonly known = new Map<EntityId, number>();
  private version = -1;
  private checkAt = Number.NEGATIVE_INFINITY;
  private active: readonly ReadyRule[] = [];
  private activeText = '';

  constructor(policy: Policy, around: Surroundings) {
    this.around = around;
    this.rules = policy.rules.map((rule) => new ReadyRule(rule));
    const expiry = policy.expires_at ?? null;
    this.expiresAt = expiry === null ? Number.POSITIVE_INFINITY : Date.parse(expiry);
    this.isTimed = expiry !== null || policy.rules.some(({ hours }) => hours !== undefined);
    this.readsAll =
      expiry === null &&
      this.rules.some((rule) => rule.allows && rule.isForAll && !rule.isTimed) &&
      !this.rules.some((rule) => !rule.allows && (rule.bits & READ) !== 0);
  }

  bitsOf(id: EntityId): number {
    this.refresh();
    const known = this.known.get(id);
    if (known !== undefined) return known;
    const bits = this.compute(id, this.around.home.placeOf(id));
    if (this.known.size >= MAX_KNOWN) this.known.clear();
    this.known.set(id, bits);
    return bits;
  }

  /** The permissions before the change that is being dispatched. */
  bitsBefore(id: EntityId): number {
    this.refresh();
    return this.compute(id, this.around.home.placeBefore(id));
  }

  /** The permissions that some entity may have. */
  somewhere(): number {
    this.refresh();
    let allowed = 0;
    let denied = 0;
    for (const rule of this.active) {
      if (rule.allows) allowed |= rule.bits;
      else if (rule.isForAll) denied |= rule.bits;
    }
    return allowed & ~denied;
  }

  hours(): string {
    if (!this.isTimed) return '';
    this.refresh();
    return `${this.activeText};`;
  }

  private compute(id: EntityId, place: EntityPlace | undefined): number {
    let allowed = 0;
    let denied = 0;
    for (const rule of this.active) {
      if (!rule.speaksOf(id, place)) continue;
      if (rule.allows) allowed |= rule.bits;
      else denied |= rule.bits;
    }
    return allowed & ~denied;
  }

  private refresh(): void {
    const { home, clock } = this.around;
    const version = home.version();
    if (version !== this.version) {
      this.version = version;
      this.known.clear();
    }
    if (!this.isTimed && this.checkAt > Number.NEGATIVE_INFINITY) return;
    const now = this.isTimed ? clock.now() : 0;
    if (now < this.checkAt) return;
    const time = this.isTimed ? timeText(localTimeOf(now, home.timeZone())).slice(0, 5) : '';
    const active = now >= this.expiresAt ? [] : this.rules.filter((rule) => rule.isActiveAt(time));
    const text = active.map((rule) => this.rules.indexOf(rule)).join(' ');
    if (text !== this.activeText) this.known.clear();
    this.active = active;
    this.activeText = text;
    const nextMinute = now - (now % MINUTE) + MINUTE;
    this.checkAt = this.expiresAt > now ? Math.min(nextMinute, this.expiresAt) : nextMinute;
  }
}

const MINUTE = 60_000;
const MAX_KNOWN = 20_000;

/** A compiled rule. Allowing any action allows reading; denying reading denies all. */
class ReadyRule {
  readonly allows: boolean;
  readonly bits: number;
  readonly isForAll: boolean;
  readonly isTimed: boolean;
  private readonly rule: Rule;
  private readonly entities: ReadonlySet<string>;
  private readonly domains: ReadonlySet<string>;
  private readonly devices: ReadonlySet<string>;
  private readonly areas: ReadonlySet<string>;
  private readonly labels: ReadonlySet<string>;

  constructor(rule: Rule) {
    this.rule = rule;
    this.allows = rule.effect === 'allow';
    const bits = rule.actions.reduce((sum, action) => sum | BITS[action], 0);
    this.bits = this.allows ? bits | READ : (bits & READ) !== 0 ? ALL : bits;
    this.isTimed = rule.hours !== undefined;
    this.entities = new Set(rule.entities);
    this.domains = new Set(rule.domains);
    this.devices = new Set(rule.devices);
    this.areas = new Set(rule.areas);
    this.labels = new Set(rule.labels);
    const lists = [rule.entities, rule.domains, rule.devices, rule.areas, rule.labels];
    this.isForAll = lists.every((list) => list === undefined);
  }

  isActiveAt(time: string): boolean {
    const { hours } = this.rule;
    if (hours === undefined) return true;
    const { from, until } = hours;
    return from < until ? from <= time && time < until : time >= from || time < until;
  }

  speaksOf(id: EntityId, place: EntityPlace | undefined): boolean {
    if (this.isForAll || this.entities.has(id) || this.domains.has(domainOf(id))) return true;
    if (place === undefined) return false;
    if (place.former_id !== undefined && this.entities.has(place.former_id)) return true;
    if (place.device_id !== null && this.devices.has(place.device_id)) return true;
    if (place.area_id !== null && this.areas.has(place.area_id)) return true;
    for (const label of place.labels) if (this.labels.has(label)) return true;
    return false;
  }
}
