import type { Bus } from '../../core/bus.ts';
import type { Undo } from '../../core/clock.ts';
import { isObject } from '../../core/coerce.ts';
import type { EntityId } from '../../core/entity-id.ts';

/** Calls `look` with an entity that may have entered or left the view of limited callers; null for any. */
export function onViewChange(bus: Bus, look: (id: EntityId | null) => void): Undo {
  const undos = [
    bus.on('entity_registry_updated', ({ data }) => look(String(data.entity_id))),
    bus.on('device_registry_updated', ({ data: { changes } }) => {
      if (isObject(changes) && ('area_id' in changes || 'labels' in changes)) look(null);
    }),
    bus.on('area_registry_updated', () => look(null)),
  ];
  return () => {
    for (const undo of undos) undo();
  };
}
