import type { Access } from '../../core/access.ts';
import { type ItemType, OWN_TYPES, type Related, type RelatedParts, relatedTo } from '../home/related.ts';
import { visiblePlaces } from './visible-places.ts';

type Asker = Pick<Access, 'mayRead'>;

/** Lists of entities: a limited caller is told of nothing else. */
const ENTITY_LISTS: ReadonlySet<string> = new Set([...OWN_TYPES, 'entity']);

/** What an item has to do with, as a caller sees it: nothing is told of what is hidden from it, nor found through that. */
export function readableRelated(parts: RelatedParts, type: ItemType, id: string, access: Asker): Related {
  const { mayRead } = access;
  if (mayRead === null) return relatedTo(parts, type, id);
  if (!isSeen(parts, type, id, access)) return {};
  const lists = Object.entries(relatedTo(parts, type, id, mayRead))
    .filter(([name]) => ENTITY_LISTS.has(name))
    .map(([name, ids]) => [name, ids.filter(mayRead)] as const)
    .filter(([, ids]) => ids.length > 0);
  return Object.fromEntries(lists);
}

/** What is no entity, place or device says nothing of the home by being there. */
function isSeen(parts: RelatedParts, type: ItemType, id: string, access: Asker): boolean {
  if (type === 'area' || type === 'floor' || type === 'label')
    return visiblePlaces(access, parts)?.[type].has(id) !== false;
  if (type === 'device') return parts.registry.ofDevice(id).some((one) => access.mayRead?.(one.entity_id));
  return !ENTITY_LISTS.has(type) || access.mayRead?.(id) !== false;
}
