import {
  action,
  attributeIn,
  bounds,
  choice,
  type DeviceAutomations,
  FOR,
  hasFeature,
  measuredIn,
  ON_OFF_ACTIONS,
  ON_OFF_CONDITIONS,
  ON_OFF_EVENTS,
  phrases,
} from '../definition/device-automations.ts';
import { type EntityTriggers, type IsOne, statesOption } from '../definition/entity-triggers.ts';
import { percent } from '../definition/measure.ts';
import { attributeSteps, onOrOff, type Reproduce } from '../definition/reproduce.ts';
import { attribute, states } from '../definition/state-tests.ts';

const MODES = 1;

/** Humidifiers: on or off, then mode and humidity. */
export const reproduceHumidifier: Reproduce = (present, requested) => {
  const turns = onOrOff(present, requested);
  if (turns === undefined || requested.state === 'off') return turns;
  return [
    ...turns,
    ...attributeSteps(present, requested, [
      ['mode', 'set_mode'],
      ['humidity', 'set_humidity'],
    ]),
  ];
};

/** Device triggers, conditions and actions of humidifiers. */
export const humidifierDevice: DeviceAutomations = {
  triggers: [
    ...ON_OFF_EVENTS,
    attributeIn('target_humidity_changed', 'humidity', {
      duration: true,
      fields: () => [...bounds('%'), FOR],
    }),
    measuredIn('current_humidity_changed', 'current_humidity', '%'),
  ],
  conditions: [
    ...ON_OFF_CONDITIONS,
    {
      type: 'is_mode',
      is: 'state',
      keys: ['mode'],
      config: ({ mode }) => ({ attribute: 'mode', state: mode }),
      fields: (state) => [choice('mode', phrases(state, 'available_modes'))],
      fits: (state) => hasFeature(state, MODES),
    },
  ],
  actions: [
    ...ON_OFF_ACTIONS,
    action('set_humidity', 'set_humidity', {
      keys: ['humidity'],
      fields: () => [{ type: 'integer', name: 'humidity', required: true }],
    }),
    action('set_mode', 'set_mode', {
      keys: ['mode'],
      fields: (state) => [choice('mode', phrases(state, 'available_modes'))],
      fits: (state) => hasFeature(state, MODES),
    }),
  ],
};

/** A humidifier without modes is in no mode, whatever its attributes say. */
const isChosenMode: IsOne = (state, chosen) =>
  hasFeature(state, MODES) && (chosen.mode as Set<unknown>).has(state.attributes.mode);
const mode = { options: [statesOption('mode', { attribute: 'available_modes' })], is: isChosenMode };

/** `humidifier.turned_on` and the like. */
export const humidifierTriggers: EntityTriggers = {
  becomes: {
    started_drying: attribute('action', 'drying'),
    started_humidifying: attribute('action', 'humidifying'),
    turned_off: states('off'),
    turned_on: states('on'),
    mode_changed: mode,
  },
  is: {
    is_drying: attribute('action', 'drying'),
    is_humidifying: attribute('action', 'humidifying'),
    is_off: states('off'),
    is_on: states('on'),
    is_mode: mode,
  },
  valueIs: { is_target_humidity: { attribute: 'humidity', measure: percent('humidity') } },
  measures: { humidity: { attribute: 'current_humidity', measure: percent('humidity') } },
};
