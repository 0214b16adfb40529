import { action, choice, type DeviceAutomations, FOR, phrases } from '../definition/device-automations.ts';
import { type EntityTriggers, HIDDEN, statesOption, target } from '../definition/entity-triggers.ts';
import { chosenState } from '../definition/state-tests.ts';

const CYCLE = { type: 'boolean', name: 'cycle', required: false, optional: true, default: true };
const cycles = { keys: ['cycle'], fields: () => [CYCLE] };

/** The actions of entities with options. */
export const SELECT_ACTIONS = [
  action('select_first', 'select_first'),
  action('select_last', 'select_last'),
  action('select_next', 'select_next', cycles),
  action('select_previous', 'select_previous', cycles),
  action('select_option', 'select_option', {
    keys: ['option'],
    fields: (state) => [choice('option', phrases(state, 'options'))],
  }),
];

/** Device triggers, conditions and actions of selects. */
export const selectDevice: DeviceAutomations = {
  triggers: [
    {
      type: 'current_option_changed',
      is: 'state',
      keys: ['from', 'to', 'for'],
      config: (given) => (given.from === undefined && given.to === undefined ? { to: null } : {}),
      fields: (state) => [
        choice('from', phrases(state, 'options'), false),
        choice('to', phrases(state, 'options'), false),
        FOR,
      ],
    },
  ],
  conditions: [
    {
      type: 'selected_option',
      is: 'state',
      keys: ['option', 'for'],
      config: ({ option }) => ({ state: option }),
      fields: (state) => [choice('option', phrases(state, 'options')), FOR],
    },
  ],
  actions: SELECT_ACTIONS,
};

/** `select.selection_changed` and its condition, of `input_select` too. */
export const selectTriggers: EntityTriggers = {
  target: target('select', 'input_select'),
  happens: { selection_changed: {} },
  is: {
    is_option_selected: {
      options: [statesOption('option', { hide_states: HIDDEN })],
      is: chosenState('option'),
    },
  },
};
