import type { Policy, Rule } from '../../../src/auth/policy-schema.ts';
import type { Caller, Entered } from './callers.ts';
import type { Keeper } from './canaries.ts';
import type { Registries } from './oracle-home.ts';

type Action = Rule['actions'][number];

/** The places of an entity for rules. */
interface Place {
  readonly device: string | null;
  readonly area: string | null;
  readonly labels: ReadonlySet<string>;
}

const NOWHERE: Place = { device: null, area: null, labels: new Set() };

/**
 * What a caller may see and do, according to `docs/guides/permissions.md` and the registries as the owner reads
 * them. It shares no code with the server: an undetected mistake would have to be made twice.
 */
export class Sight {
  readonly caller: Entered;
  /** Whether the caller may read the whole home. */
  readonly seesAll: boolean;
  readonly isAdmin: boolean;
  private readonly registries: Registries;
  private readonly timeOfDay: string;
  private readonly now: number;
  private readonly byEntityId: ReadonlyMap<string, Place>;
  private readonly known = {
    read: new Map<string, boolean>(),
    control: new Map<string, boolean>(),
    configure: new Map<string, boolean>(),
  };
  private seenPlaces: ReadonlySet<string> | undefined;
  private readonly entityIds: ReadonlyMap<string, string>;

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
    this.entityIds = new Map(registries.entities.map(({ id, entity_id }) => [id, entity_id]));
    this.seesAll =
      caller.shutOut === undefined &&
      caller.group !== null &&
      policies.every((policy) => {
        const active = this.activeRules(policy);
        const hides = (rule: Rule): boolean => rule.effect === 'deny' && rule.actions.includes('read');
        return active.some((rule) => rule.effect === 'allow' && isAboutAll(rule)) && !active.some(hides);
      });
  }

  /** Whether an action on an entity is allowed. */
  may(action: Action, entityId: string): boolean {
    const known = this.known[action];
    let may = known.get(entityId);
    if (may === undefined) {
      may = this.judge(action, entityId);
      known.set(entityId, may);
    }
    return may;
  }

  private judge(action: Action, entityId: string): boolean {
    const { caller } = this;
    if (caller.shutOut !== undefined || !roleAllows(caller, action)) return false;
    const place = this.byEntityId.get(entityId);
    return [caller.policy, caller.tokenPolicy].every(
      (policy) => policy === undefined || this.allows(policy, action, { entityId, place }),
    );
  }

  /** Whether the caller may read the words of a keeper. */
  sees(keeper: Keeper): boolean {
    const { caller } = this;
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
        // Callers who see everything may see what was removed from the registry; an entity that was never in
        // it goes by its entity ID.
        const entityId = this.entityIds.get(keeper.id) ?? keeper.id;
        return entityId.includes('.') ? this.may('read', entityId) : this.seesAll;
      }
      default:
        this.seenPlaces ??= this.findPlaces();
        return this.seesAll || this.seenPlaces.has(`${keeper.kind} ${keeper.id}`);
    }
  }

  /** A device, area, floor, label or category is visible to callers who may read any entity in it. */
  private findPlaces(): ReadonlySet<string> {
    const seen = new Set<string>();
    const floors = new Map(this.registries.areas.map(({ area_id, floor_id }) => [area_id, floor_id]));
    for (const { entity_id, categories } of this.registries.entities) {
      if (!this.may('read', entity_id)) continue;
      const { device, area, labels } = this.byEntityId.get(entity_id) ?? NOWHERE;
      seen.add(`device ${device}`);
      seen.add(`area ${area}`);
      seen.add(`floor ${floors.get(area ?? '') ?? null}`);
      for (const label of labels) seen.add(`label ${label}`);
      for (const category of Object.values(categories)) seen.add(`category ${category}`);
    }
    return seen;
  }

  /** The rules in effect at this time of day. */
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

/** The places of each entity: its own area or that of its device, and the labels of both. */
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

/** The maximum a role allows; a user's policy replaces the role. */
function roleAllows({ group, isOwner, policy }: Caller, action: Action): boolean {
  if (isOwner === true || group === 'system-admin') return true;
  if (group === 'system-users') return action !== 'configure' || policy !== undefined;
  return group === 'system-read-only' && action === 'read';
}
