import { type DomainValues, float } from 'hearth-integration';
import type { Message } from '../protocol/messages.ts';
import { type Fields, type Kind, kind, numberOf, short, type Target } from './kind.ts';

type Info = Message<'ListEntitiesClimateResponse'>;
type State = Message<'ClimateStateResponse'>;
type Values = Partial<DomainValues['climate']>;

const MODES = ['off', 'heat_cool', 'cool', 'heat', 'fan_only', 'dry', 'auto'] as const;
const ACTIONS = ['off', null, 'cooling', 'heating', 'idle', 'drying', 'fan', 'defrosting'];
const FANS = ['on', 'off', 'auto', 'low', 'medium', 'high', 'middle', 'focus', 'diffuse', 'quiet'];
const SWINGS = ['off', 'both', 'vertical', 'horizontal'];
const PRESETS = ['none', 'home', 'away', 'boost', 'comfort', 'eco', 'sleep', 'activity'];
const UNITS = ['°C', '°F', 'K'];

/** What a thermostat can do; older firmware says it in single fields. */
const CURRENT_TEMPERATURE = 1;
const TWO_POINT = 2;
const ONLY_TWO_POINT = 4;
const CURRENT_HUMIDITY = 8;
const TARGET_HUMIDITY = 16;
const ACTION = 32;

function flagsOf(info: Info): number {
  if (info.feature_flags !== 0) return info.feature_flags;
  const flags: readonly (readonly [boolean, number])[] = [
    [info.supports_current_temperature, CURRENT_TEMPERATURE],
    [info.supports_two_point_target_temperature, TWO_POINT | ONLY_TWO_POINT],
    [info.supports_current_humidity, CURRENT_HUMIDITY],
    [info.supports_target_humidity, TARGET_HUMIDITY],
    [info.supports_action, ACTION],
  ];
  return flags.reduce((sum, [isSet, flag]) => (isSet ? sum | flag : sum), 0);
}

const has = (info: Info, flag: number): boolean => (flagsOf(info) & flag) !== 0;
const hasRange = (info: Info): boolean => has(info, TWO_POINT) || has(info, ONLY_TWO_POINT);

function lists(info: Info) {
  return {
    hvac_modes: info.supported_modes.flatMap((mode) => MODES[mode] ?? []),
    fan_modes: [
      ...info.supported_fan_modes.map((one) => FANS[one] ?? ''),
      ...info.supported_custom_fan_modes,
    ],
    preset_modes: [
      ...info.supported_presets.map((one) => PRESETS[one] ?? ''),
      ...info.supported_custom_presets,
    ],
    swing_modes: info.supported_swing_modes.map((one) => SWINGS[one] ?? ''),
  };
}

function features(info: Info): string[] {
  const { hvac_modes: modes, fan_modes: fans, preset_modes: presets, swing_modes: swings } = lists(info);
  return [
    ...(has(info, ONLY_TWO_POINT) ? [] : ['target_temperature']),
    ...(hasRange(info) ? ['target_temperature_range'] : []),
    ...(has(info, TARGET_HUMIDITY) ? ['target_humidity'] : []),
    ...(fans.length > 0 ? ['fan_mode'] : []),
    ...(presets.length > 0 ? ['preset_mode'] : []),
    ...(swings.length > 0 ? ['swing_mode'] : []),
    ...(modes.length > 1 && modes.includes('off') ? ['turn_on', 'turn_off'] : []),
  ];
}

/** A temperature as exact as the thermostat shows it: whole degrees, halves or tenths. */
function rounded(value: number, { visual_current_temperature_step: step }: Info): number | null {
  if (!Number.isFinite(value)) return null;
  if (step >= 1) return Math.round(value);
  return float(step >= 0.5 ? Math.round(value * 2) / 2 : Math.round(value * 10) / 10);
}

function read(state: State, info: Info): Values {
  if (state.missing_state) return { hvac_mode: null };
  const mode = MODES[state.mode] ?? null;
  const at = (value: number): number | null => rounded(value, info);
  const single = mode === 'heat' ? state.target_temperature_low : state.target_temperature_high;
  const isSingle = mode === 'heat' || mode === 'cool';
  return {
    hvac_mode: mode,
    ...(has(info, ACTION) ? { hvac_action: ACTIONS[state.action] ?? null } : {}),
    ...(has(info, CURRENT_TEMPERATURE) ? { current_temperature: at(state.current_temperature) } : {}),
    ...(hasRange(info)
      ? {
          temperature: isSingle && !has(info, ONLY_TWO_POINT) ? at(single) : null,
          target_temp_low: at(state.target_temperature_low),
          target_temp_high: at(state.target_temperature_high),
        }
      : { temperature: at(state.target_temperature) }),
    ...(has(info, CURRENT_HUMIDITY) ? { current_humidity: whole(state.current_humidity) } : {}),
    ...(has(info, TARGET_HUMIDITY) ? { humidity: whole(state.target_humidity) } : {}),
    ...(lists(info).fan_modes.length > 0
      ? { fan_mode: state.custom_fan_mode || (FANS[state.fan_mode] ?? null) }
      : {}),
    ...(lists(info).preset_modes.length > 0
      ? { preset_mode: state.custom_preset || (PRESETS[state.preset] ?? null) }
      : {}),
    ...(lists(info).swing_modes.length > 0 ? { swing_mode: SWINGS[state.swing_mode] ?? null } : {}),
  };
}

const whole = (value: number): number | null => (Number.isFinite(value) ? Math.round(value) : null);

function setTemperature(target: Target, info: Info, now: State | undefined, fields: Fields): void {
  const { temperature, target_temp_low: low, target_temp_high: high, hvac_mode: given } = fields;
  const mode = typeof given === 'string' ? given : (MODES[now?.mode ?? 0] ?? 'off');
  const changed = typeof given === 'string' ? { has_mode: true, mode: numberOf(MODES, given) } : {};
  const isRange = hasRange(info) && (mode === 'heat' || mode === 'cool');
  const point = Number(temperature);
  const single =
    typeof temperature !== 'number'
      ? {}
      : !isRange
        ? { has_target_temperature: true, target_temperature: point }
        : mode === 'heat'
          ? { has_target_temperature_low: true, target_temperature_low: point }
          : { has_target_temperature_high: true, target_temperature_high: point };
  target.send('ClimateCommandRequest', {
    ...changed,
    ...single,
    ...(typeof low === 'number' ? { has_target_temperature_low: true, target_temperature_low: low } : {}),
    ...(typeof high === 'number' ? { has_target_temperature_high: true, target_temperature_high: high } : {}),
  });
}

/** Thermostats and air conditioners. */
export const climateKind: Kind = kind({
  type: 'climate',
  domain: 'climate',
  listed: 'ListEntitiesClimateResponse',
  state: 'ClimateStateResponse',
  unknown: { hvac_mode: null },
  describe: (info) => ({
    features: features(info),
    nativeUnits: { temperature: UNITS[info.temperature_unit] ?? '°C' },
    capabilities: {
      ...Object.fromEntries(Object.entries(lists(info)).filter(([, list]) => list.length > 0)),
      hvac_modes: lists(info).hvac_modes,
      min_temp: short(info.visual_min_temperature),
      max_temp: short(info.visual_max_temperature),
      target_temp_step: short(info.visual_target_temperature_step),
      ...(has(info, TARGET_HUMIDITY)
        ? {
            min_humidity: Math.round(info.visual_min_humidity),
            max_humidity: Math.round(info.visual_max_humidity),
          }
        : {}),
    },
  }),
  read,
  commands: ({ target, info, now }) => {
    const send = (values: Parameters<typeof target.send<'ClimateCommandRequest'>>[1]): void =>
      target.send('ClimateCommandRequest', values);
    const mode = (name: unknown): void => send({ has_mode: true, mode: numberOf(MODES, name) });
    return {
      turnOn: ({ hvac_mode: given }) => mode(given ?? 'heat_cool'),
      turnOff: () => mode('off'),
      setHvacMode: ({ hvac_mode: given }) => mode(given),
      setTemperature: (fields) => setTemperature(target, info, now(), fields),
      setHumidity: ({ humidity }) => send({ has_target_humidity: true, target_humidity: Number(humidity) }),
      setFanMode: ({ fan_mode: given }) =>
        info.supported_custom_fan_modes.includes(String(given))
          ? send({ has_custom_fan_mode: true, custom_fan_mode: String(given) })
          : send({ has_fan_mode: true, fan_mode: numberOf(FANS, given) }),
      setPresetMode: ({ preset_mode: given }) =>
        info.supported_custom_presets.includes(String(given))
          ? send({ has_custom_preset: true, custom_preset: String(given) })
          : send({ has_preset: true, preset: numberOf(PRESETS, given) }),
      setSwingMode: ({ swing_mode: given }) =>
        send({ has_swing_mode: true, swing_mode: numberOf(SWINGS, given) }),
    };
  },
});
