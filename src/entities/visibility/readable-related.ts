import type { Access } from '../../core/access.ts';
import { type ItemType, OWN_TYPES, type Related, type RelatedParts, relatedTo } from '../home/related.ts';
import { visiblePlaces } from './visible-places.ts';

type Reader = Pick<Access, 'mayRead'>;

/** The only types of related items that limited callers see. */
const ENTITY_LISTS: ReadonlySet<string> = new Set([...OWN_TYPES, 'entity']);

/** The items related to an item, as a caller sees them: hidden ones are neither listed nor followed. */
export function readableRelated(parts: RelatedParts, type: ItemType, id: string, access: Reader): Related {
  const { mayRead } = access;
  if (mayRead === null) return relatedTo(parts, type, id);
  if (!isSeen(parts, type, id, access)) return {};
  const lists = Object.entries(relatedTo(parts, type, id, mayRead))
    .filter(([name]) => ENTITY_LISTS.has(name))
    .map(([name, ids]) => [name, ids.filter(mayRead)] as const)
    .filter(([, ids]) => ids.length > 0);
  return Object.fromEntries(lists);
}

/** Other item types reveal nothing about the home by existing. */
function isSeen(parts: RelatedParts, type: ItemType, id: string, access: Reader): boolean {
  if (type === 'area' || type === 'floor' || type === 'label')
    return visiblePlaces(access, parts)?.[type].has(id) !== false;
  if (type === 'device') return parts.registry.ofDevice(id).some((one) => access.mayRead?.(one.entity_id));
  return !ENTITY_LISTS.has(type) || access.mayRead?.(id) !== false;
}
