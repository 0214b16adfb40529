import type { Json } from '../../core/json.ts';
import type { State } from '../../core/state.ts';
import { choice, hasFeature, words } from './kind.ts';

/** An action of a device's entity, as listed. */
export interface DeviceDeed {
  readonly type: string;
  /** The fields of its form; undefined without a form. */
  fields?(state: State | undefined): readonly Json[];
  fits?(state: State | undefined): boolean;
}

const none = (): readonly Json[] => [];
const deed = (type: string, fields?: DeviceDeed['fields'], fits?: DeviceDeed['fits']): DeviceDeed => ({
  type,
  ...(fields === undefined ? {} : { fields }),
  ...(fits === undefined ? {} : { fits }),
});
const feature =
  (mask: number) =>
  (state: State | undefined): boolean =>
    hasFeature(state, mask);

const ON_OFF = ['turn_off', 'turn_on', 'toggle'].map((type) => deed(type));
const CYCLE: Json = { type: 'boolean', name: 'cycle', required: false, optional: true, default: true };
const POSITION: Json = {
  ...{
    type: 'integer',
    valueMin: 0,
    valueMax: 100,
    name: 'position',
    required: false,
    optional: true,
    default: 0,
  },
};
const CODE: Json = { type: 'string', name: 'code', required: false, optional: true };

function dims(state: State | undefined): boolean {
  return words(state, 'supported_color_modes').some((mode) => mode !== 'onoff' && mode !== 'unknown');
}

const BRIGHTNESS: Json = {
  type: 'float',
  valueMin: 0,
  valueMax: 100,
  name: 'brightness_pct',
  required: false,
  optional: true,
};

/** By domain. */
const DEEDS: Readonly<Record<string, readonly DeviceDeed[]>> = {
  light: [
    deed('turn_on', (state) => (dims(state) ? [BRIGHTNESS] : [])),
    deed('turn_off', none),
    deed('toggle', none),
    deed('brightness_increase', none, dims),
    deed('brightness_decrease', none, dims),
    deed('flash', () => [choice('flash', ['short', 'long'], false)], feature(8)),
  ],
  switch: ON_OFF,
  fan: ON_OFF,
  remote: ON_OFF,
  siren: ON_OFF,
  humidifier: [
    ...ON_OFF,
    deed('set_humidity', () => [{ type: 'integer', name: 'humidity', required: true }]),
    deed('set_mode', (state) => [choice('mode', words(state, 'available_modes'))], feature(1)),
  ],
  climate: [
    deed('set_hvac_mode', (state) => [choice('hvac_mode', words(state, 'hvac_modes'))]),
    deed('set_preset_mode', (state) => [choice('preset_mode', words(state, 'preset_modes'))], feature(16)),
  ],
  water_heater: [deed('turn_on'), deed('turn_off')],
  cover: [
    deed('open', none, feature(1)),
    deed('close', none, feature(2)),
    deed('stop', none, feature(8)),
    deed('open_tilt', none, feature(16)),
    deed('close_tilt', none, feature(32)),
    deed('set_position', () => [POSITION], feature(4)),
    deed('set_tilt_position', () => [POSITION], feature(128)),
  ],
  lock: [deed('lock'), deed('unlock'), deed('open', undefined, feature(1))],
  alarm_control_panel: [
    deed('arm_away', () => [CODE], feature(2)),
    deed('arm_home', () => [CODE], feature(1)),
    deed('arm_night', () => [CODE], feature(4)),
    deed('arm_vacation', () => [CODE], feature(32)),
    deed('disarm', () => [CODE]),
    deed('trigger', none, feature(8)),
  ],
  vacuum: [deed('clean'), deed('dock')],
  lawn_mower: [deed('mow'), deed('dock', undefined, feature(4)), deed('pause', undefined, feature(2))],
  select: [
    deed('select_first', none),
    deed('select_last', none),
    deed('select_next', () => [CYCLE]),
    deed('select_previous', () => [CYCLE]),
    deed('select_option', (state) => [choice('option', words(state, 'options'))]),
  ],
  number: [deed('set_value', () => [{ type: 'float', name: 'value', required: true }])],
  text: [deed('set_value', () => [{ type: 'string', name: 'value', required: true }])],
  button: [deed('press')],
};

/** The actions an entity supports. */
export function deedsOf(domain: string, state: State | undefined): readonly DeviceDeed[] {
  const all = Object.hasOwn(DEEDS, domain) ? (DEEDS[domain] ?? []) : [];
  return all.filter(({ fits }) => fits === undefined || fits(state));
}
