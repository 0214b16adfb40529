import type { EntityId } from '../../core/entity-id.ts';
import { type Message, message, problemList } from '../../core/messages.ts';
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
      const failures: Message[] = [];
      const entities = entityIdsOf(context.setting, ids);
      const areIn = entities.map((id) => isInAny(id, zones, context, failures));
      if (areIn.every((isIn) => isIn)) return true;
      if (failures.length === 0) return false;
      throw new ConditionFailure(
        problemList(failures.map((problem) => message('in_condition', { kind: 'zone', problem }))),
        true,
      );
    };
  },
};

function isInAny(
  id: EntityId,
  zones: readonly EntityId[],
  { setting }: ConditionContext,
  failures: Message[],
): boolean {
  const { states } = setting;
  const isIn = (zoneId: EntityId): boolean => {
    const [zone, entity] = [states.get(zoneId), states.get(id)];
    try {
      if (zone === undefined) throw new ConditionFailure(message('condition_unknown_zone', { zone: zoneId }));
      if (entity === undefined)
        throw new ConditionFailure(message('condition_unknown_entity', { entity_id: id }));
      return isInZone(zone, entity);
    } catch (error) {
      if (!(error instanceof ConditionFailure)) throw error;
      failures.push(message('zone_not_matched', { entity_id: id, zone: zoneId, reason: error.reason }));
      return false;
    }
  };
  return entityIdsOf(setting, zones).filter(isIn).length > 0;
}
