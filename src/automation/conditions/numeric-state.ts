import type { EntityId } from '../../core/entity-id.ts';
import { message } from '../../core/messages.ts';
import { ConditionFailure, type ConditionKind } from '../config/condition.ts';
import { parseRange, testRange } from '../config/numeric-range.ts';
import { type EntityAnswer, evaluateEach } from './each-entity.ts';

/** `condition: numeric_state`: the values of all entities are in a range. */
export const numericStateCondition: ConditionKind = {
  name: 'numeric_state',
  parse: (fields) => {
    const ids = fields.entities('entity_id');
    const range = parseRange(fields, false);
    return (context, place) => {
      const { setting, variables } = context;
      const evaluate = (id: EntityId): EntityAnswer => {
        const state = setting.states.get(id);
        if (state === undefined)
          throw new ConditionFailure(message('condition_unknown_entity', { entity_id: id }));
        return testRange(range, state, setting, () => variables);
      };
      const { answers, failure } = evaluateEach({ kind: 'numeric_state', ids, evaluate }, context, place);
      if (answers.includes(false)) return false;
      if (failure !== undefined) throw failure;
      return true;
    };
  },
};
