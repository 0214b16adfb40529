import { str } from '../../jinja/values/printing.ts';
import { dictGet, isDict } from '../../jinja/values/values.ts';
import type { ConditionKind } from '../config/condition.ts';

/** `condition: trigger`: the run was triggered by one of these triggers. */
export const triggerCondition: ConditionKind = {
  name: 'trigger',
  parse: (fields) => {
    const ids = new Set(fields.texts('id'));
    return ({ variables }) => {
      const trigger = Object.hasOwn(variables, 'trigger') ? variables.trigger : undefined;
      const id = isDict(trigger) ? dictGet(trigger, 'id') : undefined;
      return id !== undefined && id !== null && ids.has(str(id));
    };
  },
};
