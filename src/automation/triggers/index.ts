import type { TriggerKind } from '../trigger.ts';
import { eventTrigger } from './event.ts';
import { homeassistantTrigger } from './homeassistant.ts';
import { numericStateTrigger } from './numeric-state.ts';
import { stateTrigger } from './state.ts';
import { templateTrigger } from './template.ts';
import { timeTrigger } from './time.ts';
import { timePatternTrigger } from './time-pattern.ts';

/** All kinds of triggers but those of purposes, which are a table of their own. */
export const triggerKinds: readonly TriggerKind[] = [
  eventTrigger,
  homeassistantTrigger,
  numericStateTrigger,
  stateTrigger,
  templateTrigger,
  timeTrigger,
  timePatternTrigger,
];
