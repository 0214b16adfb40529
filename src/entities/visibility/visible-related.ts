import { HomeView } from './home-view.ts';
import { type ItemType, OWN_TYPES, type Related, type RelatedParts, relatedTo } from './related.ts';
import type { Viewer } from './visible-state.ts';

/** The only types of related items that limited callers see. */
const ENTITY_LISTS: ReadonlySet<string> = new Set([...OWN_TYPES, 'entity']);
/** Types of items whose entities are found by their devices. */
const BY_DEVICE: ReadonlySet<ItemType> = new Set(['area', 'device', 'floor']);

/** What somebody asks for. */
export interface RelatedQuestion {
  readonly type: ItemType;
  readonly id: string;
  /** Whether disabled entities of devices are listed as well. */
  readonly includesDisabled: boolean;
}

/** The items related to an item, as a caller sees them: hidden ones are neither listed nor followed. */
export function visibleRelated(parts: RelatedParts, question: RelatedQuestion, viewer: Viewer): Related {
  const { type, id } = question;
  const { mayRead } = viewer;
  if (mayRead !== null && !isSeen(new HomeView(viewer, parts), type, id)) return {};
  const lists = Object.entries(relatedTo(parts, type, id, viewer))
    .filter(([name]) => mayRead === null || ENTITY_LISTS.has(name))
    .map(([name, ids]) => {
      const seen = mayRead === null ? ids : ids.filter(mayRead);
      return [name, name === 'entity' ? seen.filter((one) => isListed(parts, question, one)) : seen] as const;
    })
    .filter(([, ids]) => ids.length > 0);
  return Object.fromEntries(lists);
}

/** Disabled entities are left out where they were found by their device, as Home Assistant does. */
function isListed(
  { registry }: RelatedParts,
  { type, includesDisabled }: RelatedQuestion,
  id: string,
): boolean {
  if (includesDisabled || !BY_DEVICE.has(type)) return true;
  const entry = registry.get(id);
  const isDisabled = entry !== undefined && entry.disabled_by !== null;
  return !isDisabled || (type !== 'device' && entry.area_id !== null);
}

/** Other item types reveal nothing about the home by existing. */
function isSeen(view: HomeView, type: ItemType, id: string): boolean {
  if (type === 'area') return view.places.areas.get(id) !== undefined;
  if (type === 'floor') return view.places.floors.get(id) !== undefined;
  if (type === 'label') return view.places.labels.get(id) !== undefined;
  if (type === 'device') return view.seesDevice(id);
  return !ENTITY_LISTS.has(type) || view.sees(id);
}
