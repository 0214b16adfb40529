import type { ConditionKind } from '../config/condition.ts';
import { readOfEntity } from '../device-automations/read-device.ts';
import { numericStateCondition } from './numeric-state.ts';
import { stateCondition } from './state.ts';

/** `condition: device`: a condition of a device, by the name its domain has for it. */
export const deviceCondition: ConditionKind = {
  name: 'device',
  parse: (fields, help) => {
    const { kind, own } = readOfEntity('conditions', fields, help);
    return own.parsed((kind.is === 'numeric' ? numericStateCondition : stateCondition).parse);
  },
};
