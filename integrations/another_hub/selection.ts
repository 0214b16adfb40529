import DOMAINS from './domains.json' with { type: 'json' };
import type { Registries } from './registries.ts';

/** Which entities a user wants; empty lists stand for all. */
export interface Selection {
  readonly domains: readonly string[];
  readonly areas: readonly string[];
  readonly entities: readonly string[];
  readonly excluded: readonly string[];
}

/** What decides about an entity besides the selection. */
export interface SelectionContext {
  readonly registries: Registries;
  readonly selection: Selection;
  /** The ID of this hub: what it was given by this one is not taken back. */
  readonly ownId: string;
  /** The domain of this integration. */
  readonly platform: string;
}

/** Why an entity is not mirrored. */
export type LeftOut = 'not_selected' | 'not_supported' | 'own';

/** Separates the hubs an entity came through in its unique ID. */
export const HOP = '/';

/** What the unique ID of its status ends with in a hub that follows another. */
export const FOLLOWING = 'following';

/** Returns a function that says why an entity is not mirrored; undefined if it is. */
export function selector({
  registries,
  selection,
  ownId,
  platform,
}: SelectionContext): (entityId: string) => LeftOut | undefined {
  const domains = new Set(selection.domains.map(fold));
  const areas = new Set(selection.areas.map(fold));
  const wanted = selection.entities.map(matcher);
  const excluded = selection.excluded.map(matcher);
  const isAll = domains.size === 0 && areas.size === 0 && wanted.length === 0;
  // A hub that follows this one has the IDs of this one: nothing of it is its own.
  const isFollower = [...registries.entities.values()].some(
    (one) => one.platform === platform && one.unique_id === `${ownId}${HOP}${FOLLOWING}`,
  );
  return (entityId) => {
    if (isFollower) return 'own';
    const domain = domainOf(entityId);
    if (!Object.hasOwn(DOMAINS, domain)) return 'not_supported';
    const entry = registries.entities.get(entityId);
    // Whatever passed through this hub on its way is its own: taking it back would never end.
    const isOwn = entry?.platform === platform && (entry.unique_id ?? '').split(HOP).includes(ownId);
    if (isOwn && ownId !== '') return 'own';
    if (excluded.some((matches) => matches(entityId))) return 'not_selected';
    if (isAll || domains.has(domain) || wanted.some((matches) => matches(entityId))) return undefined;
    return areasOf(registries, entityId).some((area) => areas.has(fold(area))) ? undefined : 'not_selected';
  };
}

/** The ID and the name of the area of an entity. */
function areasOf({ entities, devices, areas }: Registries, entityId: string): string[] {
  const entry = entities.get(entityId);
  const device = devices.get(entry?.device_id ?? '');
  const id = entry?.area_id ?? device?.area_id;
  if (id == null) return [];
  const name = areas.get(id);
  return name === undefined ? [id] : [id, name];
}

/** Matches entity IDs with a pattern in which `*` stands for anything. */
function matcher(pattern: string): (entityId: string) => boolean {
  const parts = fold(pattern).split('*');
  return (entityId) => {
    const [first = '', ...rest] = parts;
    if (!entityId.startsWith(first)) return false;
    let at = first.length;
    for (const [index, part] of rest.entries()) {
      const isLast = index === rest.length - 1;
      const found = isLast ? entityId.length - part.length : entityId.indexOf(part, at);
      if (found < at || (isLast && !entityId.endsWith(part))) return false;
      at = found + part.length;
    }
    return at === entityId.length;
  };
}

function fold(text: string): string {
  return text.trim().toLowerCase();
}

export function domainOf(entityId: string): string {
  return entityId.slice(0, entityId.indexOf('.'));
}
