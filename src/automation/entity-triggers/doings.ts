import type { State } from '../../core/state.ts';
import { HIDDEN, statesOption, target } from './describe.ts';
import { attribute, chosenAttribute, chosenState, notStates, numberIn, states } from './is.ts';
import type { IsOne, Option } from './purpose.ts';
import { becomes, happens, isSo } from './shapes.ts';
import type { Table } from './switching.ts';

const HVAC_MODES = ['off', 'heat', 'cool', 'heat_cool', 'auto', 'dry', 'fan_only'];
const hvacMode = statesOption('hvac_mode', { hide_states: HIDDEN }, HVAC_MODES);
const humidifierMode = statesOption('mode', { attribute: 'available_modes' });
const operationMode = statesOption('operation_mode', { attribute: 'operation_mode', hide_states: HIDDEN });

const climate: Table = {
  triggers: [
    ...(['cooling', 'drying', 'heating'] as const).map((action) =>
      becomes({
        key: `climate.started_${action}`,
        target: target('climate'),
        is: attribute('hvac_action', action),
      }),
    ),
    becomes({ key: 'climate.turned_off', target: target('climate'), is: states('off') }),
    becomes({ key: 'climate.turned_on', target: target('climate'), is: notStates('off') }),
    becomes({
      key: 'climate.hvac_mode_changed',
      target: target('climate'),
      options: [hvacMode],
      is: chosenState('hvac_mode'),
    }),
  ],
  conditions: [
    ...(['cooling', 'drying', 'heating'] as const).map((action) =>
      isSo({ key: `climate.is_${action}`, target: target('climate'), is: attribute('hvac_action', action) }),
    ),
    isSo({ key: 'climate.is_off', target: target('climate'), is: states('off') }),
    isSo({ key: 'climate.is_on', target: target('climate'), is: notStates('off') }),
    isSo({
      key: 'climate.is_hvac_mode',
      target: target('climate'),
      options: [hvacMode],
      is: chosenState('hvac_mode'),
    }),
  ],
};

const humidifier: Table = {
  triggers: [
    becomes({
      key: 'humidifier.started_drying',
      target: target('humidifier'),
      is: attribute('action', 'drying'),
    }),
    becomes({
      key: 'humidifier.started_humidifying',
      target: target('humidifier'),
      is: attribute('action', 'humidifying'),
    }),
    becomes({ key: 'humidifier.turned_off', target: target('humidifier'), is: states('off') }),
    becomes({ key: 'humidifier.turned_on', target: target('humidifier'), is: states('on') }),
    becomes({
      key: 'humidifier.mode_changed',
      target: target('humidifier'),
      options: [humidifierMode],
      is: chosenMode,
    }),
  ],
  conditions: [
    isSo({ key: 'humidifier.is_drying', target: target('humidifier'), is: attribute('action', 'drying') }),
    isSo({
      key: 'humidifier.is_humidifying',
      target: target('humidifier'),
      is: attribute('action', 'humidifying'),
    }),
    isSo({ key: 'humidifier.is_off', target: target('humidifier'), is: states('off') }),
    isSo({ key: 'humidifier.is_on', target: target('humidifier'), is: states('on') }),
    isSo({
      key: 'humidifier.is_mode',
      target: target('humidifier'),
      options: [humidifierMode],
      is: chosenMode,
    }),
  ],
};

/** One without modes has none, whatever its attributes say. */
function chosenMode(state: State, chosen: Parameters<IsOne>[1]): boolean {
  const hasModes = (Number(state.attributes.supported_features ?? 0) & 1) !== 0;
  return hasModes && attribute('mode', ...((chosen.mode as Set<unknown> | undefined) ?? []))(state, chosen);
}

/** `standby` is neither on nor off. */
const PLAYER_ON = ['on', 'idle', 'playing', 'paused', 'buffering'];
const isMuted: IsOne = ({ attributes }) =>
  attributes.is_volume_muted === true || attributes.volume_level === 0;
const isUnmuted: IsOne = (state, chosen) =>
  !isMuted(state, chosen) &&
  (state.attributes.is_volume_muted !== undefined || state.attributes.volume_level !== undefined);

const player = (key: string, is: IsOne, was?: IsOne) =>
  becomes({
    key: `media_player.${key}`,
    target: target('media_player'),
    is,
    ...(was === undefined ? {} : { was }),
  });
const playerIs = (key: string, is: IsOne, options: readonly Option[] = []) =>
  isSo({ key: `media_player.${key}`, target: target('media_player'), is, options });
const source: Option = statesOption('source', { attribute: 'source' });

const mediaPlayer: Table = {
  triggers: [
    player('muted', isMuted),
    player('unmuted', isUnmuted, isMuted),
    player('paused_playing', states('paused'), states('playing', 'buffering')),
    player('started_playing', states('playing', 'buffering'), states('off', 'on', 'idle', 'paused')),
    player('stopped_playing', states('off', 'on', 'idle'), states('playing', 'paused', 'buffering')),
    player('turned_off', states('off'), states(...PLAYER_ON)),
    player('turned_on', states(...PLAYER_ON), states('off')),
  ],
  conditions: [
    playerIs('is_muted', isMuted),
    playerIs('is_unmuted', isUnmuted),
    playerIs('is_off', states('off')),
    playerIs('is_on', states(...PLAYER_ON)),
    playerIs('is_playing', states('playing')),
    playerIs('is_not_playing', states('off', 'on', 'idle', 'paused', 'buffering')),
    playerIs('is_paused', states('paused')),
    playerIs(
      'is_current_source',
      ({ attributes }, { source: wished }) => (wished as Set<unknown>).has(attributes.source),
      [source],
    ),
  ],
};

const waterHeater: Table = {
  triggers: [
    becomes({ key: 'water_heater.turned_off', target: target('water_heater'), is: states('off') }),
    becomes({ key: 'water_heater.turned_on', target: target('water_heater'), is: notStates('off') }),
    becomes({
      key: 'water_heater.operation_mode_changed',
      target: target('water_heater'),
      options: [operationMode],
      is: chosenAttribute('operation_mode', 'operation_mode'),
    }),
  ],
  conditions: [
    isSo({ key: 'water_heater.is_off', target: target('water_heater'), is: states('off') }),
    isSo({ key: 'water_heater.is_on', target: target('water_heater'), is: notStates('off') }),
    isSo({
      key: 'water_heater.is_operation_mode',
      target: target('water_heater'),
      options: [operationMode],
      is: chosenAttribute('operation_mode', 'operation_mode'),
    }),
  ],
};

const counter = (key: string, limit: string) =>
  becomes({
    key: `counter.${key}`,
    target: target('counter'),
    is: (state) => numberIn(state) !== undefined && numberIn(state) === state.attributes[limit],
  });

const counters: Table = {
  triggers: [
    happens({
      key: 'counter.incremented',
      target: target('counter'),
      leads: (from, to) => steps(from, to) > 0,
    }),
    happens({
      key: 'counter.decremented',
      target: target('counter'),
      leads: (from, to) => steps(from, to) < 0,
    }),
    counter('maximum_reached', 'maximum'),
    counter('minimum_reached', 'minimum'),
    counter('reset', 'initial'),
  ],
  conditions: [],
};

function steps(from: State, to: State): number {
  return (numberIn(to) ?? Number.NaN) - (numberIn(from) ?? Number.NaN);
}

const timers: Table = {
  triggers: ['cancelled', 'finished', 'paused', 'restarted', 'started'].map((transition) =>
    becomes({
      key: `timer.${transition}`,
      target: target('timer'),
      is: attribute('last_transition', transition),
    }),
  ),
  conditions: ['active', 'paused', 'idle'].map((state) =>
    isSo({ key: `timer.is_${state}`, target: target('timer'), is: states(state) }),
  ),
};

const schedules: Table = {
  triggers: [
    becomes({
      key: 'schedule.block_started',
      target: target('schedule'),
      is: states('on'),
      was: () => false,
      // What comes next is another thing when a block begins, also where it follows another without a pause.
      anew: (from, to) => from.attributes.next_event !== to.attributes.next_event,
    }),
    becomes({ key: 'schedule.block_ended', target: target('schedule'), is: states('off') }),
  ],
  conditions: [
    isSo({ key: 'schedule.is_on', target: target('schedule'), is: states('on') }),
    isSo({ key: 'schedule.is_off', target: target('schedule'), is: states('off') }),
  ],
};

const eventType = statesOption('event_type', { attribute: 'event_type', hide_states: HIDDEN });
const optionOption = statesOption('option', { hide_states: HIDDEN });
const valueOption: Option = {
  name: 'value',
  field: { required: true, selector: { text: { multiline: false, multiple: false } } },
  read: (fields) => fields.text('value'),
};

const moments: Table = {
  triggers: [
    happens({ key: 'button.pressed', target: target('button', 'input_button'), fromUnknown: true }),
    happens({ key: 'scene.activated', target: target('scene'), fromUnknown: true }),
    happens({
      key: 'doorbell.rang',
      fromUnknown: true,
      is: attribute('event_type', 'ring'),
      target: { entity: [{ domain: ['event'], device_class: ['doorbell'] }] },
    }),
    happens({
      key: 'event.received',
      target: target('event'),
      fromUnknown: true,
      options: [eventType],
      is: ({ attributes }, chosen) => (chosen.event_type as Set<unknown>).has(attributes.event_type),
    }),
    happens({ key: 'select.selection_changed', target: target('select', 'input_select') }),
    happens({ key: 'text.changed', target: { entity: [{ domain: ['text', 'input_text'] }] } }),
  ],
  conditions: [
    isSo({
      key: 'select.is_option_selected',
      target: target('select', 'input_select'),
      options: [optionOption],
      is: chosenState('option'),
    }),
    isSo({
      key: 'text.is_equal_to',
      target: target('text', 'input_text'),
      options: [valueOption],
      is: chosenState('value'),
    }),
    isSo({ key: 'todo.all_completed', target: target('todo'), is: (state) => numberIn(state) === 0 }),
  ],
};

const updates: Table = {
  triggers: [becomes({ key: 'update.became_available', target: target('update'), is: states('on') })],
  conditions: [
    isSo({ key: 'update.is_available', target: target('update'), is: states('on') }),
    isSo({ key: 'update.is_not_available', target: target('update'), is: states('off') }),
  ],
};

/** What things do and what people do with them. */
export const doings: readonly Table[] = [
  ...[climate, humidifier, mediaPlayer, waterHeater, counters, timers, schedules, moments, updates],
];
