import type { Access } from '../../core/access.ts';
import type { Undo } from '../../core/clock.ts';
import { domainOf, type EntityId } from '../../core/entity-id.ts';
import { HubError, reasonOf } from '../../core/errors.ts';
import type { State } from '../../core/state.ts';
import type { PurposeTarget, TargetFilter } from '../../domains/definition/entity-triggers.ts';
import { parseTarget, type Target } from '../../entities/registry/targets.ts';
import { excludedFrom } from '../../entities/services/excluded.ts';
import { expandGroups } from '../../entities/services/group-members.ts';
import type { AutomationContext } from '../config/automation-context.ts';
import { ConfigProblem, configFault, type Path, problemAt } from '../config/config-problem.ts';
import { entityIdsOf } from '../config/entity-ids.ts';
import { type Config, isConfig } from '../config/fields.ts';
import type { Mentions } from '../config/mentions.ts';
import type { ParseHelp } from '../config/parse-help.ts';

const REGISTRY_ID = /^[\da-f]{32}$/;
const NOWHERE: Target = { entities: [], devices: [], areas: [], floors: [], labels: [] };
/** Events after which a target may resolve to other entities. */
const CHANGES = ['entity', 'device', 'area', 'floor', 'label'].map((what) => `${what}_registry_updated`);

/** The entities listed in a target, by entity ID or registry ID, and the rest of the target. */
export interface TriggerTarget {
  readonly named: readonly string[];
  readonly rest: Target;
  /** The excluded part of the target; it has no `exclude` of its own. */
  readonly exclude?: TriggerTarget;
}

/** Reads `target`. Throws `ConfigProblem`. */
export function parseTriggerTarget(value: unknown, path: Path, help: ParseHelp): TriggerTarget {
  if (value === undefined) throw configFault('required_value_missing', path);
  if (!isConfig(value)) throw configFault('expected_an_object', path);
  const { exclude, ...names } = value;
  const resolved = parseNames(names, path);
  note(help.mentions, resolved.named, resolved.rest);
  if (exclude === undefined) return resolved;
  const inner = [...path, 'exclude'];
  if (!isConfig(exclude)) throw configFault('expected_an_object', inner);
  return { ...resolved, exclude: parseNames(exclude, inner) };
}

function parseNames({ entity_id: ids, ...others }: Config, path: Path): TriggerTarget {
  const unknown = Object.keys(others).find((key) => !/^(?:device|area|floor|label)_id$/.test(key));
  if (unknown !== undefined) throw configFault('unknown_config_key', [...path, unknown], { key: unknown });
  try {
    const named = namedIds(ids, path);
    return { named, rest: parseTarget({ ...others, entity_id: [] }) ?? NOWHERE };
  } catch (error) {
    if (error instanceof ConfigProblem || !(error instanceof HubError)) throw error;
    throw problemAt(path, reasonOf(error));
  }
}

function namedIds(ids: unknown, path: Path): readonly string[] {
  const list = typeof ids === 'string' ? ids.split(',').map((id) => id.trim()) : ids;
  if (!Array.isArray(list)) return parseNamed(ids, path);
  return list.flatMap((one) =>
    typeof one === 'string' && REGISTRY_ID.test(one) ? [one] : parseNamed([one], path),
  );
}

function parseNamed(ids: unknown, path: Path): readonly string[] {
  const entities = parseTarget({ entity_id: ids ?? [] })?.entities ?? [];
  const isWord = ids === 'none' || (Array.isArray(ids) && ids.includes('none'));
  if (entities === 'all' || isWord) throw configFault('expected_ids_not_words', [...path, 'entity_id']);
  return entities;
}

function note(
  mentions: Mentions,
  named: readonly string[],
  { devices, areas, floors, labels }: Target,
): void {
  for (const id of named) mentions.entities.add(id);
  for (const id of devices) mentions.devices.add(id);
  for (const id of areas) mentions.areas.add(id);
  for (const id of floors) mentions.floors.add(id);
  for (const id of labels) mentions.labels.add(id);
}

/** The entities a target currently resolves to, limited to those the trigger or condition supports. */
export function targetEntities(
  resolved: TriggerTarget,
  { entity: filters, primary_entities_only: primaryOnly }: PurposeTarget,
  setting: Pick<AutomationContext, 'home' | 'states'>,
): readonly EntityId[] {
  const { named, rest } = resolved;
  const { home, states } = setting;
  const { targets } = home;
  const out = takenOut(resolved, setting);
  const reached = (primaryOnly === false ? targets.reach(rest, { all: true }) : targets.reach(rest)).entities;
  const ids = new Set([...expandGroups(entityIdsOf(setting, named), states), ...reached]);
  return [...ids].filter((id) => !out.has(id) && filters.some(({ domain }) => domain.includes(domainOf(id))));
}

function takenOut(
  { exclude }: TriggerTarget,
  setting: Pick<AutomationContext, 'home' | 'states'>,
): ReadonlySet<string> {
  if (exclude === undefined) return new Set();
  const { home, states } = setting;
  const whole = { ...exclude.rest, entities: entityIdsOf(setting, exclude.named) };
  return excludedFrom({ ...NOWHERE, exclude: whole }, home.targets, states).entities;
}

/** Whether a state matches one of the filters, including the device class. */
export function fitsFilter(state: State, filters: readonly TargetFilter[]): boolean {
  return filters.some(
    ({ domain, device_class: classes, supported_features: masks }) =>
      domain.includes(domainOf(state.entity_id)) &&
      (classes === undefined || classes.includes(String(state.attributes.device_class))) &&
      (masks === undefined || masks.some((mask) => hasFeatures(state, mask))),
  );
}

function hasFeatures({ attributes }: State, mask: number): boolean {
  return (Number(attributes.supported_features ?? 0) & mask) === mask;
}

/**
 * Follows the states of a target's entities; `changed` is called when the
 * entities change.
 */
export function followTarget(
  resolved: TriggerTarget,
  target: PurposeTarget,
  setting: AutomationContext,
  parts: {
    readonly listener: Parameters<AutomationContext['events']['onEntity']>[1];
    readonly changed: (ids: readonly EntityId[]) => void;
  },
): Undo {
  const listening = new Map<EntityId, Undo>();
  const look = (): void => {
    const ids = targetEntities(resolved, target, setting);
    const wanted = new Set(ids);
    for (const [id, undo] of listening) {
      if (wanted.has(id)) continue;
      undo();
      listening.delete(id);
    }
    for (const id of ids)
      if (!listening.has(id)) listening.set(id, setting.events.onEntity(id, parts.listener));
    parts.changed(ids);
  };
  look();
  let isDue = false;
  /** Registries change in bursts: the target is resolved once per tick. */
  const lookSoon = (): void => {
    if (isDue) return;
    isDue = true;
    setting.clock.soon(() => {
      isDue = false;
      if (!isOver) look();
    });
  };
  let isOver = false;
  const named = [...resolved.named, ...(resolved.exclude?.named ?? [])];
  const changes =
    isNamedAlone(resolved) && (resolved.exclude === undefined || isNamedAlone(resolved.exclude))
      ? []
      : CHANGES;
  const groups = new Set(named.filter((id) => id.startsWith('group.')));
  const undos = [
    ...changes.map((type) => setting.events.onEvent(type, lookSoon)),
    ...[...groups].map((id) => setting.events.onEntity(id, look)),
  ];
  return () => {
    isOver = true;
    for (const undo of [...undos, ...listening.values()]) undo();
  };
}

/** Whether registry changes cannot affect which entities the target resolves to. */
function isNamedAlone({ named, rest }: TriggerTarget): boolean {
  return Object.values(rest).every((list) => list.length === 0) && !named.some((id) => REGISTRY_ID.test(id));
}

/** Rejects a target where none is supported. */
export function refuseTarget({ target, path }: { readonly target: unknown; readonly path: Path }): void {
  if (target !== undefined) throw configFault('unknown_config_key', [...path, 'target'], { key: 'target' });
}

/** Whether a target lists the entity itself, not only its device, area or label. */
export function isNamedTarget({ named }: TriggerTarget, id: EntityId): boolean {
  return named.includes(id);
}

/** The states of a target's entities, and whether each is a primary one (not config or diagnostic). */
export function reachedBy(
  resolved: TriggerTarget,
  setting: Pick<AutomationContext, 'home' | 'states'>,
  expandGroup: { readonly mayRead: Access['mayRead'] } | false,
): readonly { readonly state: State; readonly isPrimary: boolean }[] {
  const { named, rest } = resolved;
  const { home, states } = setting;
  const out = takenOut(resolved, setting);
  const ids = entityIdsOf(setting, named);
  const primary = new Set([
    ...(expandGroup ? expandGroups(ids, states, expandGroup.mayRead) : ids),
    ...home.targets.reach(rest).entities,
  ]);
  const all = new Set([...primary, ...home.targets.reach(rest, { all: true }).entities]);
  return [...all].flatMap((id) => {
    const state = states.get(id);
    return state === undefined || out.has(id) ? [] : [{ state, isPrimary: primary.has(id) }];
  });
}
