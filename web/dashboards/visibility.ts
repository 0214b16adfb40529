import type { Entity } from '../state/entity.ts';
import { wallTime } from '../state/home-zone.ts';
import { type Config, configIn, configsIn, numberIn, textIn, textsIn } from './config.ts';

/** What conditions are evaluated with. */
export interface ConditionHome {
  readonly user: { readonly id: string };
  entity(id: string): Pick<Entity, 'state' | 'attributes'> | undefined;
  all(): Iterable<Pick<Entity, 'entity_id' | 'domain' | 'attributes'>>;
}

/** The window, if there is one. */
const screen = globalThis as { matchMedia?: (query: string) => { readonly matches: boolean } };
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/**
 * Whether all conditions hold under which a card, badge or section is shown. A condition of an unknown type holds:
 * showing too much is better than hiding what somebody needs.
 */
export function isVisible(home: ConditionHome, conditions: unknown): boolean {
  return configsIn(conditions).every((condition) => holds(home, condition, 0));
}

/** Whether conditions depend on the time or the window, not only on entities. */
export function dependsOnTime(conditions: unknown): boolean {
  return configsIn(conditions).some(
    ({ condition, conditions: inner }) =>
      condition === 'time' || condition === 'screen' || dependsOnTime(inner),
  );
}

/** The entities that conditions depend on. */
export function entitiesOfConditions(home: ConditionHome, conditions: unknown): readonly string[] {
  return configsIn(conditions).flatMap((one) => [
    ...[one.entity, one.entity_id, one.above, one.below, one.state, one.state_not].flatMap((value) =>
      textsIn(value).filter((id) => home.entity(id) !== undefined),
    ),
    ...(one.condition === 'location' ? personOf(home) : []),
    ...entitiesOfConditions(home, one.conditions),
  ]);
}

/** Whether a view is shown to the user: `visible` is a switch, or a list of users. */
export function isViewVisible(home: ConditionHome, view: Config): boolean {
  const { visible } = view;
  if (typeof visible === 'boolean') return visible;
  if (!Array.isArray(visible)) return true;
  return configsIn(visible).some(({ user }) => user === home.user.id);
}

function holds(home: ConditionHome, condition: Config, depth: number): boolean {
  if (depth > 10) return true;
  const inner = (): readonly Config[] => configsIn(condition.conditions);
  const of = (one: Config): boolean => holds(home, one, depth + 1);
  switch (condition.condition ?? 'state') {
    case 'and':
      return inner().every(of);
    case 'or':
      return inner().length === 0 || inner().some(of);
    case 'not':
      return !inner().some(of);
    case 'state':
      return stateHolds(home, condition);
    case 'numeric_state':
      return numberHolds(home, condition);
    case 'screen': {
      const query = textIn(condition.media_query);
      return query === undefined || (screen.matchMedia?.(query).matches ?? true);
    }
    case 'user':
      return textsIn(condition.users).includes(home.user.id);
    case 'location':
      return personOf(home).some((id) => textsIn(condition.locations).includes(stateOf(home, id)));
    case 'time':
      return timeHolds(condition);
    default:
      return true;
  }
}

function stateHolds(home: ConditionHome, condition: Config): boolean {
  const id = textIn(condition.entity) ?? textIn(condition.entity_id);
  if (id === undefined) return true;
  const state = stateOf(home, id);
  // A value may name another entity, whose state it then is.
  const values = (wanted: unknown): readonly string[] =>
    textsIn(wanted).flatMap((one) => [one, home.entity(one)?.state ?? one]);
  if (condition.state != null) return values(condition.state).includes(state);
  if (condition.state_not != null) return !values(condition.state_not).includes(state);
  return true;
}

function numberHolds(home: ConditionHome, condition: Config): boolean {
  const id = textIn(condition.entity) ?? textIn(condition.entity_id);
  if (id === undefined) return true;
  const attribute = textIn(condition.attribute);
  const given = attribute === undefined ? stateOf(home, id) : home.entity(id)?.attributes[attribute];
  const value = numberIn(given);
  const bound = (limit: unknown): number | undefined =>
    numberIn(limit) ?? numberIn(typeof limit === 'string' ? home.entity(limit)?.state : undefined);
  const [above, below] = [bound(condition.above), bound(condition.below)];
  if (value === undefined) return false;
  return (above === undefined || value > above) && (below === undefined || value < below);
}

function timeHolds(condition: Config): boolean {
  const now = wallTime(new Date());
  const day = WEEKDAYS[new Date(`${now.slice(0, 10)}T00:00:00Z`).getUTCDay()] ?? '';
  const days = textsIn(condition.weekdays);
  if (days.length > 0 && !days.includes(day)) return false;
  const time = now.slice(11, 16);
  const [after, before] = [textIn(condition.after)?.slice(0, 5), textIn(condition.before)?.slice(0, 5)];
  if (after !== undefined && before !== undefined && after > before) return time >= after || time < before;
  return (after === undefined || time >= after) && (before === undefined || time < before);
}

/** A missing entity counts as unavailable. */
function stateOf(home: ConditionHome, id: string): string {
  return home.entity(id)?.state ?? 'unavailable';
}

/** The person of the current user. */
function personOf(home: ConditionHome): readonly string[] {
  for (const { domain, attributes, entity_id: id } of home.all())
    if (domain === 'person' && attributes.user_id === home.user.id) return [id];
  return [];
}

/** The entities that a card shows itself, found by their IDs; those of nested cards are left to these. */
export function entitiesOfCard(home: ConditionHome, config: unknown, depth = 0): readonly string[] {
  if (depth > 6) return [];
  if (typeof config === 'string')
    return config.length < 256 && config.includes('.') && home.entity(config) !== undefined ? [config] : [];
  if (Array.isArray(config))
    return config.slice(0, 500).flatMap((one) => entitiesOfCard(home, one, depth + 1));
  const mapping = configIn(config);
  return mapping === undefined
    ? []
    : Object.entries(mapping).flatMap(([key, value]) =>
        key === 'cards' || key === 'card' ? [] : entitiesOfCard(home, value, depth + 1),
      );
}
