import type { EntityId } from '../../core/entity-id.ts';
import { type ConditionContext, ConditionFailure, type ConditionKind } from '../config/condition.ts';
import { entityIdsOf } from '../config/entity-ids.ts';
import { isInZone } from '../config/inside-zone.ts';

/** `condition: zone`: all entities are in one of the zones. */
export const zoneCondition: ConditionKind = {
  name: 'zone',
  parse: (fields) => {
    const ids = fields.entities('entity_id');
    const zones = fields.entities('zone');
    return (context) => {
      const failures: string[] = [];
      const entities = entityIdsOf(context.setting, ids);
      const areIn = entities.map((id) => isInAny(id, zones, context, failures));
      if (areIn.every((isIn) => isIn)) return true;
      if (failures.length === 0) return false;
      throw new ConditionFailure(failures.map((text) => `In 'zone' condition: ${text}`).join('\n'), true);
    };
  },
};

function isInAny(
  id: EntityId,
  zones: readonly EntityId[],
  { setting }: ConditionContext,
  failures: string[],
): boolean {
  const { states } = setting;
  const isIn = (zoneId: EntityId): boolean => {
    const [zone, entity] = [states.get(zoneId), states.get(id)];
    try {
      if (zone === undefined) throw new ConditionFailure(`unknown zone ${zoneId}`);
      if (entity === undefined) throw new ConditionFailure(`unknown entity ${id}`);
      return isInZone(zone, entity);
    } catch (error) {
      if (!(error instanceof ConditionFailure)) throw error;
      failures.push(`error matching ${id} with ${zoneId}: ${error.message}`);
      return false;
    }
  };
  return entityIdsOf(setting, zones).filter(isIn).length > 0;
}
