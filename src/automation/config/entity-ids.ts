import type { EntityId } from '../../core/entity-id.ts';
import type { AutomationContext } from './automation-context.ts';

/** The IDs, with those of registry entries replaced by current entity IDs. */
export function entityIdsOf(
  setting: Pick<AutomationContext, 'house'>,
  ids: readonly EntityId[],
): readonly EntityId[] {
  return ids.map((id) => entityIdOf(setting, id));
}

/** Like `entityIdsOf`, for one ID. */
export function entityIdOf({ house }: Pick<AutomationContext, 'house'>, id: EntityId): EntityId {
  return id.includes('.') ? id : (house.registry.byId(id)?.entity_id ?? id);
}
