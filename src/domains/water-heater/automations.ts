import { type EntityTriggers, HIDDEN, statesOption } from '../definition/entity-triggers.ts';
import { TEMPERATURE } from '../definition/measure.ts';
import {
  attributeSteps,
  type Reproduce,
  requestedChange,
  type SavedState,
  step,
} from '../definition/reproduce.ts';
import { chosenAttribute, notStates, states } from '../definition/state-tests.ts';

/** Water heaters: the mode, then temperature and away mode. */
export const reproduceWaterHeater: Reproduce = (present, requested) => [
  ...modeSteps(present, requested),
  ...attributeSteps(present, requested, [['temperature', 'set_temperature']]),
  ...(requestedChange(present, requested, 'away_mode') === undefined
    ? []
    : [step('set_away_mode', { away_mode: requested.attributes.away_mode === 'on' })]),
];

function modeSteps(present: SavedState, { state }: SavedState) {
  if (present.state === state) return [];
  if (state === 'on' || state === 'off') return [step(`turn_${state}`)];
  return [step('set_operation_mode', { operation_mode: state })];
}

const operationMode = {
  options: [statesOption('operation_mode', { attribute: 'operation_mode', hide_states: HIDDEN })],
  is: chosenAttribute('operation_mode', 'operation_mode'),
};

/** `water_heater.turned_on` and the like. */
export const waterHeaterTriggers: EntityTriggers = {
  becomes: {
    turned_off: states('off'),
    turned_on: notStates('off'),
    operation_mode_changed: operationMode,
  },
  is: { is_off: states('off'), is_on: notStates('off'), is_operation_mode: operationMode },
  values: { target_temperature: { attribute: 'temperature', measure: TEMPERATURE } },
  measures: { temperature: { attribute: 'current_temperature', measure: TEMPERATURE } },
};
