import {
  action,
  choice,
  type DeviceAutomations,
  FOR,
  hasFeature,
  measuredIn,
  phrases,
} from '../definition/device-automations.ts';
import { type EntityTriggers, HIDDEN, statesOption } from '../definition/entity-triggers.ts';
import { percent, TEMPERATURE } from '../definition/measure.ts';
import { attribute, chosenState, notStates, states } from '../definition/state-tests.ts';

const HVAC_MODES = ['off', 'heat', 'cool', 'heat_cool', 'auto', 'dry', 'fan_only'];

/** Device triggers, conditions and actions of thermostats. */
export const climateDevice: DeviceAutomations = {
  triggers: [
    {
      type: 'hvac_mode_changed',
      is: 'state',
      keys: ['to', 'for'],
      config: () => ({}),
      fields: () => [choice('to', HVAC_MODES), FOR],
    },
    measuredIn('current_temperature_changed', 'current_temperature', '°C'),
    measuredIn('current_humidity_changed', 'current_humidity', '%'),
  ],
  conditions: [
    {
      type: 'is_hvac_mode',
      is: 'state',
      keys: ['hvac_mode'],
      config: ({ hvac_mode: mode }) => ({ state: mode }),
      fields: (state) => [choice('hvac_mode', phrases(state, 'hvac_modes'))],
    },
    {
      type: 'is_preset_mode',
      is: 'state',
      keys: ['preset_mode'],
      config: ({ preset_mode: mode }) => ({ attribute: 'preset_mode', state: mode }),
      fields: (state) => [choice('preset_mode', phrases(state, 'preset_modes'))],
      fits: (state) => hasFeature(state, 16),
    },
  ],
  actions: [
    action('set_hvac_mode', 'set_hvac_mode', {
      keys: ['hvac_mode'],
      fields: (state) => [choice('hvac_mode', phrases(state, 'hvac_modes'))],
    }),
    action('set_preset_mode', 'set_preset_mode', {
      keys: ['preset_mode'],
      fields: (state) => [choice('preset_mode', phrases(state, 'preset_modes'))],
      fits: (state) => hasFeature(state, 16),
    }),
  ],
};

const hvacMode = {
  options: [statesOption('hvac_mode', { hide_states: HIDDEN }, HVAC_MODES)],
  is: chosenState('hvac_mode'),
};

/** `climate.started_heating` and the like. */
export const climateTriggers: EntityTriggers = {
  becomes: {
    started_cooling: attribute('hvac_action', 'cooling'),
    started_drying: attribute('hvac_action', 'drying'),
    started_heating: attribute('hvac_action', 'heating'),
    turned_off: states('off'),
    turned_on: notStates('off'),
    hvac_mode_changed: hvacMode,
  },
  is: {
    is_cooling: attribute('hvac_action', 'cooling'),
    is_drying: attribute('hvac_action', 'drying'),
    is_heating: attribute('hvac_action', 'heating'),
    is_off: states('off'),
    is_on: notStates('off'),
    is_hvac_mode: hvacMode,
  },
  values: {
    target_humidity: { attribute: 'humidity', measure: percent('humidity') },
    target_temperature: { attribute: 'temperature', measure: TEMPERATURE },
  },
  measures: {
    temperature: { attribute: 'current_temperature', measure: TEMPERATURE },
    humidity: { attribute: 'current_humidity', measure: percent('humidity') },
  },
};
