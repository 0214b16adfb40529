import type { ConditionKind } from '../config/condition.ts';
import { deviceCondition } from './device.ts';
import { numericStateCondition } from './numeric-state.ts';
import { stateCondition } from './state.ts';
import { sunCondition } from './sun.ts';
import { templateCondition } from './template.ts';
import { timeCondition } from './time.ts';
import { triggerCondition } from './trigger.ts';
import { zoneCondition } from './zone.ts';

/** All kinds of conditions except and, or and not, and entity conditions, which have their own table. */
export const conditionKinds: readonly ConditionKind[] = [
  deviceCondition,
  numericStateCondition,
  stateCondition,
  sunCondition,
  templateCondition,
  timeCondition,
  triggerCondition,
  zoneCondition,
];
