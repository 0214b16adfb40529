import type { EntityId } from '../../core/entity-id.ts';
import type { State } from '../../core/state.ts';
import { ConditionFailure, type ConditionKind, type Question } from '../condition.ts';
import { entityIdsOf } from '../entity-ids.ts';
import { Fields } from '../fields.ts';
import { isInZone } from '../inside-zone.ts';

/** `condition: zone`: all entities are in one of the zones. */
export const zoneCondition: ConditionKind = {
  name: 'zone',
  parse: (config, path, help) => {
    const fields = new Fields(config, path, help);
    const ids = fields.entities('entity_id');
    const zones = fields.entities('zone', ['zone']);
    fields.finish();
    return (question) => {
      const failures: string[] = [];
      const entities = entityIdsOf(question.setting, ids);
      const areIn = entities.map((id) => isInAny(id, zones, question, failures));
      if (areIn.every((isIn) => isIn)) return true;
      if (failures.length > 0) throw new ConditionFailure(failures.join('; '));
      return false;
    };
  },
};

function isInAny(
  id: EntityId,
  zones: readonly EntityId[],
  { setting }: Question,
  failures: string[],
): boolean {
  const { states } = setting;
  const entity = states.get(id);
  if (entity === undefined) failures.push(`unknown entity ${id}`);
  const isIn = (entityNow: State, zoneId: EntityId): boolean => {
    const zone = states.get(zoneId);
    try {
      if (zone === undefined) throw new ConditionFailure(`unknown zone ${zoneId}`);
      return isInZone(zone, entityNow);
    } catch (error) {
      if (!(error instanceof ConditionFailure)) throw error;
      failures.push(error.message);
      return false;
    }
  };
  return entity !== undefined && entityIdsOf(setting, zones).filter((zone) => isIn(entity, zone)).length > 0;
}
