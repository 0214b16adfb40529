import { HomeView } from './home-view.ts';
import { type ItemType, OWN_TYPES, type Related, type RelatedParts, relatedTo } from './related.ts';
import type { Viewer } from './visible-state.ts';

/** The only types of related items that limited callers see. */
const ENTITY_LISTS: ReadonlySet<string> = new Set([...OWN_TYPES, 'entity']);

/** The items related to an item, as a caller sees them: hidden ones are neither listed nor followed. */
export function visibleRelated(parts: RelatedParts, type: ItemType, id: string, viewer: Viewer): Related {
  const { mayRead } = viewer;
  if (mayRead === null) return relatedTo(parts, type, id, viewer);
  if (!isSeen(new HomeView(viewer, parts), type, id)) return {};
  const lists = Object.entries(relatedTo(parts, type, id, viewer))
    .filter(([name]) => ENTITY_LISTS.has(name))
    .map(([name, ids]) => [name, ids.filter(mayRead)] as const)
    .filter(([, ids]) => ids.length > 0);
  return Object.fromEntries(lists);
}

/** Other item types reveal nothing about the home by existing. */
function isSeen(view: HomeView, type: ItemType, id: string): boolean {
  if (type === 'area') return view.places.areas.get(id) !== undefined;
  if (type === 'floor') return view.places.floors.get(id) !== undefined;
  if (type === 'label') return view.places.labels.get(id) !== undefined;
  if (type === 'device') return view.seesDevice(id);
  return !ENTITY_LISTS.has(type) || view.sees(id);
}
