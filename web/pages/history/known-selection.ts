import type { Area, Device, Places } from '../../state/places.ts';
import { idOf, kindOf } from './history-selection.ts';

/** What is needed to know of the home. */
export interface HomeIndex {
  readonly places: Pick<Places, 'areas' | 'devices' | 'floors' | 'labels' | 'entries'>;
  all(): Iterable<{ readonly entity_id: string }>;
  entity(id: string): object | undefined;
  areaOf(id: string): Pick<Area, 'area_id' | 'floor_id' | 'labels'> | undefined;
  deviceOf(id: string): Pick<Device, 'id' | 'labels'> | undefined;
}

/** What of a selection exists and is visible to the user. */
export interface KnownSelection {
  readonly items: readonly string[];
  readonly entityIds: readonly string[];
  /** Whether something was removed, or may not be seen. */
  readonly isAnyMissing: boolean;
}

/** The entities of a selection, each once; those of areas and the like without settings and diagnostics. */
export function knownSelection(
  home: HomeIndex,
  items: readonly string[],
  isPlotted: (id: string) => boolean,
): KnownSelection {
  const entityIds = new Set<string>();
  const known = items.filter((item) => isKnown(home, item));
  for (const item of known)
    if (kindOf(item) === 'entity') entityIds.add(idOf(item));
    else for (const id of membersOf(home, item)) if (isPlotted(id)) entityIds.add(id);
  return { items: known, entityIds: [...entityIds], isAnyMissing: known.length < items.length };
}

function isKnown(home: HomeIndex, item: string): boolean {
  const id = idOf(item);
  const { areas, devices, floors, labels } = home.places;
  switch (kindOf(item)) {
    case 'entity':
      return home.entity(id) !== undefined;
    case 'area':
      return areas.has(id);
    case 'device':
      return devices.has(id);
    case 'floor':
      return floors.has(id);
    case 'label':
      return labels.has(id);
    default:
      return false;
  }
}

function membersOf(home: HomeIndex, item: string): string[] {
  const [kind, wanted] = [kindOf(item), idOf(item)];
  const isMember = (id: string): boolean => {
    const [area, device] = [home.areaOf(id), home.deviceOf(id)];
    if (kind === 'area') return area?.area_id === wanted;
    if (kind === 'floor') return area?.floor_id === wanted;
    if (kind === 'device') return device?.id === wanted;
    return [home.places.entries.get(id), device, area].some((one) => one?.labels?.includes(wanted) === true);
  };
  return [...home.all()]
    .map(({ entity_id: id }) => id)
    .filter((id) => {
      const entry = home.places.entries.get(id);
      if (entry?.isHidden === true || (entry?.category ?? null) !== null) return false;
      return isMember(id);
    })
    .sort();
}
