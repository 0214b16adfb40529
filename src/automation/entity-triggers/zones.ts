import type { EntityId } from '../../core/entity-id.ts';
import type { State } from '../../core/state.ts';
import {
  type IsOne,
  type Option,
  type PurposeTarget,
  target,
} from '../../domains/definition/entity-triggers.ts';
import { numberIn } from '../../domains/definition/state-tests.ts';
import { fixedFor } from './behavior.ts';
import { FOR, ZONE } from './describe.ts';
import { entityTrigger, isKnown } from './entity-trigger.ts';
import type { PurposeCondition, PurposeConfig, PurposeTrigger, Table } from './purpose.ts';
import { becomes, fieldsOf, stateIs } from './shapes.ts';
import { refuseTarget } from './target.ts';

const zone: Option = { name: 'zone', field: ZONE, read: (fields) => fields.entities('zone', ['zone']) };
const who: PurposeTarget = { entity: [{ domain: ['person', 'device_tracker'] }] };

const isIn: IsOne = ({ attributes }, chosen) =>
  Array.isArray(attributes.in_zones) &&
  (chosen.zone as readonly string[]).some((id) => (attributes.in_zones as unknown[]).includes(id));
const isOut: IsOne = (state, chosen) => !isIn(state, chosen);

function isOccupied(state: State): boolean {
  return (numberIn(state) ?? 0) > 0;
}

const ANY_ZONE: PurposeTarget = target('zone');

function parseZone(config: PurposeConfig): { readonly id: EntityId; readonly length: number } {
  refuseTarget(config);
  const fields = fieldsOf(config);
  const zone = { length: fixedFor(fields), id: fields.entity('zone', ['zone']) };
  fields.finish();
  return zone;
}

/** A zone becomes empty or occupied. */
function occupancy(key: string, occupied: boolean): PurposeTrigger {
  const is = (state: State): boolean => isOccupied(state) === occupied;
  return {
    key,
    fields: { for: FOR, zone: ZONE },
    parse: (config) => {
      const { id, length } = parseZone(config);
      return entityTrigger({
        target: ANY_ZONE,
        resolved: { named: [id], rest: { entities: [], devices: [], areas: [], floors: [], labels: [] } },
        behavior: 'each',
        length,
        fromUnknown: false,
        is,
        leads: (from) => !is(from),
      });
    },
  };
}

function isOccupancy(key: string, occupied: boolean): PurposeCondition {
  return {
    key,
    fields: { for: FOR, zone: ZONE },
    parse: (config) => {
      const { id, length } = parseZone(config);
      return ({ setting }) => {
        const state = setting.states.get(id);
        if (state === undefined || !isKnown(state) || isOccupied(state) !== occupied) return false;
        return length === 0 || setting.clock.now() - state.last_changed > length;
      };
    },
  };
}

/** Triggers and conditions of persons entering and leaving zones. */
export const zones: Table = {
  triggers: [
    becomes({ key: 'zone.entered', target: who, options: [zone], is: isIn }),
    becomes({ key: 'zone.left', target: who, options: [zone], is: isOut }),
    occupancy('zone.occupancy_detected', true),
    occupancy('zone.occupancy_cleared', false),
  ],
  conditions: [
    stateIs({ key: 'zone.in_zone', target: who, options: [zone], is: isIn }),
    stateIs({ key: 'zone.not_in_zone', target: who, options: [zone], is: isOut }),
    isOccupancy('zone.occupancy_is_detected', true),
    isOccupancy('zone.occupancy_is_not_detected', false),
  ],
};
