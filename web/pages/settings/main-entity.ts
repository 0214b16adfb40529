import type { Entry } from '../../state/places.ts';

/** Added to the rank of what devices are set up with, and of hidden entities: the last to stand for a device. */
const LAST = 1000;

/** The entity that stands for each device, by device ID: what comes first in rooms. */
export function mainEntities(
  ids: Iterable<string>,
  entries: ReadonlyMap<string, Pick<Entry, 'device_id' | 'category' | 'isHidden'>>,
  rankOf: (id: string) => number,
): ReadonlyMap<string, string> {
  const best = new Map<string, { readonly id: string; readonly rank: number }>();
  for (const id of ids) {
    const entry = entries.get(id);
    if (entry?.device_id == null) continue;
    const rank = rankOf(id) + (entry.category === null ? 0 : LAST) + (entry.isHidden ? LAST : 0);
    const known = best.get(entry.device_id);
    if (known === undefined || rank < known.rank) best.set(entry.device_id, { id, rank });
  }
  return new Map([...best].map(([device, { id }]) => [device, id]));
}
