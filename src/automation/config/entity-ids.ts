import type { EntityId } from '../../core/entity-id.ts';
import type { AutomationContext } from './automation-context.ts';

/** The IDs, with those of registry entries replaced by current entity IDs. */
export function entityIdsOf(
  setting: Pick<AutomationContext, 'home'>,
  ids: readonly EntityId[],
): readonly EntityId[] {
  return ids.map((id) => entityIdOf(setting, id));
}

/** Like `entityIdsOf`, for one ID. */
export function entityIdOf({ home }: Pick<AutomationContext, 'home'>, id: EntityId): EntityId {
  return id.includes('.') ? id : (home.registry.byId(id)?.entity_id ?? id);
}
