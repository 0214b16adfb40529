import type { State } from '../../core/state.ts';
import {
  bounds,
  choice,
  type DeviceDomain,
  type DeviceKind,
  FOR,
  hasFeature,
  needs,
  POSITIONS,
  reaches,
  stands,
  words,
} from './kind.ts';
import { binarySensorDevice } from './sensors.ts';

const TURNED: readonly DeviceKind[] = [
  reaches('changed_states'),
  reaches('turned_on', 'on'),
  reaches('turned_off', 'off'),
];
const ON_OFF: DeviceDomain = {
  triggers: TURNED,
  conditions: [stands('is_on', 'on'), stands('is_off', 'off')],
};

/** The kind without its form. */
function plain(kind: DeviceKind): DeviceKind {
  const { fields: _none, ...rest } = kind;
  return rest;
}

/** A condition with an empty form. */
function bare(kind: DeviceKind): DeviceKind {
  return { ...kind, keys: [], fields: () => [] };
}

/** An attribute that enters a range. */
function attributeIn(
  type: string,
  attribute: string,
  rest: Pick<DeviceKind, 'fields' | 'fits'> & { readonly lasts: boolean },
): DeviceKind {
  const { lasts, ...more } = rest;
  return {
    type,
    is: 'numeric',
    keys: ['above', 'below', ...(lasts ? ['for'] : [])],
    config: (given) => ({
      attribute,
      // Without bounds, any value matches.
      ...(given.above === undefined && given.below === undefined ? { above: -1 } : {}),
    }),
    ...more,
  };
}

function hasAttribute(name: string): (state: State | undefined) => boolean {
  return (state) => state !== undefined && name in state.attributes;
}

const climate: DeviceDomain = {
  triggers: [
    {
      type: 'hvac_mode_changed',
      is: 'state',
      keys: ['to', 'for'],
      config: () => ({}),
      fields: () => [choice('to', ['off', 'heat', 'cool', 'heat_cool', 'auto', 'dry', 'fan_only']), FOR],
    },
    attributeIn('current_temperature_changed', 'current_temperature', {
      lasts: true,
      fields: () => [...bounds('°C'), FOR],
      fits: hasAttribute('current_temperature'),
    }),
    attributeIn('current_humidity_changed', 'current_humidity', {
      lasts: true,
      fields: () => [...bounds('%'), FOR],
      fits: hasAttribute('current_humidity'),
    }),
  ],
  conditions: [
    {
      type: 'is_hvac_mode',
      is: 'state',
      keys: ['hvac_mode'],
      config: ({ hvac_mode: mode }) => ({ state: mode }),
      fields: (state) => [choice('hvac_mode', words(state, 'hvac_modes'))],
    },
    {
      type: 'is_preset_mode',
      is: 'state',
      keys: ['preset_mode'],
      config: ({ preset_mode: mode }) => ({ attribute: 'preset_mode', state: mode }),
      fields: (state) => [choice('preset_mode', words(state, 'preset_modes'))],
      fits: (state) => hasFeature(state, 16),
    },
  ],
};

const position = (type: string, attribute: string, mask: number): DeviceKind =>
  needs(mask, attributeIn(type, attribute, { lasts: false, fields: () => POSITIONS }));

const cover: DeviceDomain = {
  triggers: [
    reaches('opened', 'open'),
    reaches('closed', 'closed'),
    reaches('opening', 'opening'),
    reaches('closing', 'closing'),
    position('position', 'current_position', 4),
    position('tilt_position', 'current_tilt_position', 128),
  ],
  conditions: [
    ...['open', 'closed', 'opening', 'closing'].map((state) => bare(stands(`is_${state}`, state))),
    position('is_position', 'current_position', 4),
    position('is_tilt_position', 'current_tilt_position', 128),
  ],
};

const LOCK = ['locked', 'unlocked', 'locking', 'unlocking', 'jammed', 'open', 'opening'];
const lock: DeviceDomain = {
  triggers: LOCK.map((state) => reaches(state, state)),
  conditions: LOCK.map((state) => plain(stands(`is_${state}`, state))),
};

/** The feature that each armed state of a panel needs. */
const ARMED = { armed_home: 1, armed_away: 2, armed_night: 4, armed_vacation: 32 } as const;
const alarm: DeviceDomain = {
  triggers: [
    ...['disarmed', 'triggered', 'arming'].map((state) => reaches(state, state)),
    ...Object.entries(ARMED).map(([state, mask]) => needs(mask, reaches(state, state))),
  ],
  conditions: [
    ...['disarmed', 'triggered'].map((state) => plain(stands(`is_${state}`, state))),
    ...Object.entries({ ...ARMED, armed_custom_bypass: 16 }).map(([state, mask]) =>
      needs(mask, plain(stands(`is_${state}`, state))),
    ),
  ],
};

const PLAYER: Readonly<Record<string, string>> = {
  turned_on: 'on',
  turned_off: 'off',
  buffering: 'buffering',
  idle: 'idle',
  paused: 'paused',
  playing: 'playing',
};
const mediaPlayer: DeviceDomain = {
  triggers: [
    reaches('changed_states'),
    ...Object.entries(PLAYER).map(([type, state]) => reaches(type, state)),
  ],
  conditions: ['on', 'off', 'buffering', 'idle', 'paused', 'playing'].map((state) =>
    plain(stands(`is_${state}`, state)),
  ),
};

const CLEANING = ['cleaning', 'returning'];
const vacuum: DeviceDomain = {
  triggers: [reaches('cleaning', 'cleaning'), reaches('docked', 'docked')],
  conditions: [plain(stands('is_cleaning', ...CLEANING)), plain(stands('is_docked', 'docked'))],
};

const select: DeviceDomain = {
  triggers: [
    {
      type: 'current_option_changed',
      is: 'state',
      keys: ['from', 'to', 'for'],
      config: (given) => (given.from === undefined && given.to === undefined ? { to: null } : {}),
      fields: (state) => [
        choice('from', words(state, 'options'), false),
        choice('to', words(state, 'options'), false),
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
      fields: (state) => [choice('option', words(state, 'options')), FOR],
    },
  ],
};

const button: DeviceDomain = {
  triggers: [{ type: 'pressed', is: 'state', keys: [], config: () => ({ to: null }) }],
  conditions: [],
};

const humidifier: DeviceDomain = {
  triggers: [
    ...TURNED,
    attributeIn('target_humidity_changed', 'humidity', { lasts: true, fields: () => [...bounds('%'), FOR] }),
    attributeIn('current_humidity_changed', 'current_humidity', {
      lasts: true,
      fields: () => [...bounds('%'), FOR],
      fits: hasAttribute('current_humidity'),
    }),
  ],
  conditions: [
    ...ON_OFF.conditions,
    {
      type: 'is_mode',
      is: 'state',
      keys: ['mode'],
      config: ({ mode }) => ({ attribute: 'mode', state: mode }),
      fields: (state) => [choice('mode', words(state, 'available_modes'))],
      fits: (state) => hasFeature(state, 1),
    },
  ],
};

const tracker: DeviceDomain = {
  triggers: [],
  conditions: [plain(stands('is_home', 'home')), plain(stands('is_not_home', 'not_home'))],
};

/**
 * The triggers and conditions of devices, by domain of their entities; sensors name theirs by device class.
 */
export const deviceDomains: Readonly<Record<string, DeviceDomain>> = {
  alarm_control_panel: alarm,
  binary_sensor: binarySensorDevice,
  button,
  climate,
  cover,
  device_tracker: tracker,
  fan: ON_OFF,
  humidifier,
  light: ON_OFF,
  lock,
  media_player: mediaPlayer,
  remote: ON_OFF,
  select,
  siren: ON_OFF,
  switch: ON_OFF,
  vacuum,
  update: { triggers: TURNED, conditions: [] },
};
