import type { Policy, Rule } from '../../../src/auth/policy.ts';
import type { Caller, Entered } from './callers.ts';
import type { Keeper } from './canaries.ts';
import type { Registries } from './oracle-home.ts';

type Action = Rule['actions'][number];

/** Where rules look for an entity. */
interface Place {
  readonly device: string | null;
  readonly area: string | null;
  readonly labels: ReadonlySet<string>;
}

/**
 * What a caller may see and do, from `docs/guides/rights.md` and the registries as the owner reads them. It shares no code with the
 * server, so that a mistake has to be made twice to go unnoticed.
 */
export class Sight {
  readonly caller: Entered;
  /** Whether nothing in the home is hidden from the caller. */
  readonly seesAll: boolean;
  readonly isAdmin: boolean;
  private readonly registries: Registries;
  private readonly timeOfDay: string;
  private readonly now: number;
  private readonly byEntityId: ReadonlyMap<string, Place>;
  private readonly known = new Map<string, boolean>();

  constructor(caller: Entered, registries: Registries, now: number) {
    this.caller = caller;
    this.registries = registries;
    this.now = now;
    this.timeOfDay = new Intl.DateTimeFormat('en-GB', {
      ...{ timeZone: registries.timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    } as const).format(now);
    const policies = [caller.policy, caller.tokenPolicy].filter((policy) => policy !== undefined);
    const isAdministrator = caller.isOwner === true || caller.group === 'system-admin';
    this.isAdmin = isAdministrator && policies.length === 0;
    this.byEntityId = placesOf(registries);
    this.seesAll =
      caller.shutOut === undefined &&
      caller.group !== null &&
      policies.every((policy) => {
        const active = this.activeRules(policy);
        const hides = (rule: Rule): boolean => rule.effect === 'deny' && rule.actions.includes('read');
        return active.some((rule) => rule.effect === 'allow' && isAboutAll(rule)) && !active.some(hides);
      });
  }

  /** Whether the caller may do something with an entity. */
  may(action: Action, entityId: string): boolean {
    const key = `${action} ${entityId}`;
    const known = this.known.get(key) ?? this.judge(action, entityId);
    this.known.set(key, known);
    return known;
  }

  private judge(action: Action, entityId: string): boolean {
    const { caller } = this;
    if (caller.shutOut !== undefined || !roleAllows(caller, action)) return false;
    const place = this.byEntityId.get(entityId);
    return [caller.policy, caller.tokenPolicy].every(
      (policy) => policy === undefined || this.allows(policy, action, { entityId, place }),
    );
  }

  /** Whether the caller may read what is kept by something. */
  sees(keeper: Keeper): boolean {
    const { registries, caller } = this;
    switch (keeper.kind) {
      case 'nobody':
        return false;
      case 'everybody':
        return true;
      case 'administrators':
        return this.isAdmin;
      case 'owner':
        return caller.isOwner === true;
      case 'user':
        return this.isAdmin || caller.userId === keeper.id;
      case 'whole_home':
        return this.seesAll;
      case 'entity': {
        const entry = registries.entities.find(({ id }) => id === keeper.id);
        // One that has gone from the registry is nobody's business any more; others go by their entity id.
        if (entry === undefined && !keeper.id.includes('.')) return this.seesAll;
        return this.may('read', entry?.entity_id ?? keeper.id);
      }
      default:
        return this.seesAll || this.seesPlace(keeper.kind, keeper.id);
    }
  }

  /** A device, an area, a floor, a label or a category is seen by whoever may read something in it. */
  private seesPlace(kind: 'device' | 'area' | 'floor' | 'label' | 'category', id: string): boolean {
    return this.registries.entities.some((entry) => {
      if (!this.may('read', entry.entity_id)) return false;
      const place = this.byEntityId.get(entry.entity_id);
      if (kind === 'device') return place?.device === id;
      if (kind === 'area') return place?.area === id;
      if (kind === 'label') return place?.labels.has(id) === true;
      if (kind === 'category') return Object.values(entry.categories).includes(id);
      return (
        this.registries.areas.find(({ area_id }) => area_id === place?.area)?.floor_id === id && id !== null
      );
    });
  }

  /** The rules that speak at this time of day. */
  private activeRules({ rules, expires_at: end }: Policy): readonly Rule[] {
    if (end != null && Date.parse(end) <= this.now) return [];
    return rules.filter(({ hours }) => {
      if (hours === undefined) return true;
      const { from, until } = hours;
      const isAfterFrom = this.timeOfDay >= from;
      const isBeforeUntil = this.timeOfDay < until;
      return from < until ? isAfterFrom && isBeforeUntil : isAfterFrom || isBeforeUntil;
    });
  }

  private allows(
    policy: Policy,
    action: Action,
    { entityId, place }: { entityId: string; place: Place | undefined },
  ): boolean {
    const [domain = ''] = entityId.split('.');
    const rules = this.activeRules(policy).filter(
      (rule) =>
        isAboutAll(rule) ||
        rule.entities?.includes(entityId) ||
        rule.domains?.includes(domain) ||
        (place?.device != null && rule.devices?.includes(place.device)) ||
        (place?.area != null && rule.areas?.includes(place.area)) ||
        rule.labels?.some((label) => place?.labels.has(label)),
    );
    const isAllowed = rules.some(
      ({ effect, actions }) => effect === 'allow' && (action === 'read' || actions.includes(action)),
    );
    const isDenied = rules.some(
      ({ effect, actions }) => effect === 'deny' && (actions.includes('read') || actions.includes(action)),
    );
    return isAllowed && !isDenied;
  }
}

const places = new WeakMap<Registries, ReadonlyMap<string, Place>>();

/** Where each entity belongs: its area is its own or else its device's, and it has the labels of both. */
function placesOf(registries: Registries): ReadonlyMap<string, Place> {
  const known = places.get(registries);
  if (known !== undefined) return known;
  const devices = new Map(registries.devices.map((device) => [device.id, device]));
  const areas = new Map(registries.areas.map((area) => [area.area_id, area]));
  const found = registries.entities.map((entry): [string, Place] => {
    const device = devices.get(entry.device_id ?? '');
    const area = entry.area_id ?? device?.area_id ?? null;
    const labels = [...entry.labels, ...(device?.labels ?? []), ...(areas.get(area ?? '')?.labels ?? [])];
    return [entry.entity_id, { device: entry.device_id, area, labels: new Set(labels) }];
  });
  const made = new Map(found);
  places.set(registries, made);
  return made;
}

function isAboutAll(rule: Rule): boolean {
  const { entities, domains, devices, areas, labels } = rule;
  return [entities, domains, devices, areas, labels].every((list) => list === undefined);
}

/** What a role allows at most; a policy stands in place of the role of a user. */
function roleAllows({ group, isOwner, policy }: Caller, action: Action): boolean {
  if (isOwner === true || group === 'system-admin') return true;
  if (group === 'system-users') return action !== 'configure' || policy !== undefined;
  return group === 'system-read-only' && action === 'read';
}
