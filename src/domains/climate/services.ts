import { type MessageKey, message } from '../../core/messages.ts';
import {
  type Command,
  defineService,
  type EntityService,
  type EntityView,
} from '../definition/define-domain.ts';
import { float, integer, oneOf, text } from '../definition/field.ts';
import { type ChoiceKey, refusal, requireHumidity, requireListed } from '../definition/refusal.ts';

/** The modes of a climate device, which are its states. */
export const HVAC_MODES = ['off', 'heat', 'cool', 'heat_cool', 'auto', 'dry', 'fan_only'] as const;

export type HvacMode = (typeof HVAC_MODES)[number];

/** The reported values of a climate device; temperatures in its own unit. */
export interface ClimateValues {
  readonly [key: string]: unknown;
  readonly hvac_mode: HvacMode | null;
  readonly current_temperature?: number | null;
  /** The target temperature; null in modes with a range. */
  readonly temperature?: number | null;
  readonly target_temp_high?: number | null;
  readonly target_temp_low?: number | null;
  readonly current_humidity?: number | null;
  /** The target humidity. */
  readonly humidity?: number | null;
  readonly hvac_action?: string | null;
  readonly fan_mode?: string | null;
  readonly preset_mode?: string | null;
  readonly swing_mode?: string | null;
  readonly swing_horizontal_mode?: string | null;
}

/** The capabilities of a climate device. */
export interface ClimateCapabilities {
  readonly [key: string]: unknown;
  readonly hvac_modes: readonly HvacMode[];
  readonly min_temp?: number;
  readonly max_temp?: number;
  readonly target_temp_step?: number;
  readonly min_humidity?: number;
  readonly max_humidity?: number;
  readonly target_humidity_step?: number;
  readonly fan_modes?: readonly string[];
  readonly preset_modes?: readonly string[];
  readonly swing_modes?: readonly string[];
  readonly swing_horizontal_modes?: readonly string[];
}

/** A climate device as its domain sees it. */
export type ClimateView = EntityView<ClimateValues, ClimateCapabilities>;

/** The limits of target values, with defaults where the device has none. */
export function climateLimits(capabilities: ClimateCapabilities) {
  const { min_temp = 7, max_temp = 35, min_humidity = 30, max_humidity = 99 } = capabilities;
  return { min_temp, max_temp, min_humidity, max_humidity };
}

const MODE_SELECTOR = { state: { hide_states: ['unavailable', 'unknown'] } };

const hvacMode = oneOf(HVAC_MODES, { example: 'heat', selector: MODE_SELECTOR });

/** A field for a target temperature; the limits are the device's own. */
function temperatureField(feature: string) {
  return float({
    quantity: 'temperature',
    formMin: 0,
    formMax: 250,
    step: 0.1,
    example: 21,
    selector: { number: { min: 0, max: 250, step: 0.1, mode: 'box' } },
    filter: { features: [feature] },
  });
}

/** The services of climate devices. */
export const climateServices: readonly EntityService<ClimateValues, ClimateCapabilities>[] = [
  defineService({
    name: 'turn_on',
    fields: {},
    requires: [['turn_on']],
    plan: turnOn,
  }),
  defineService({
    name: 'turn_off',
    fields: {},
    requires: [['turn_off']],
    plan: turnOff,
  }),
  defineService({
    name: 'toggle',
    fields: {},
    requires: [['turn_off'], ['turn_on']],
    plan: (device: ClimateView) => (device.values.hvac_mode === 'off' ? turnOn(device) : turnOff()),
  }),
  defineService({
    name: 'set_hvac_mode',
    fields: { hvac_mode: { ...hvacMode, required: true as const } },
    plan: (device: ClimateView, { hvac_mode }) => {
      requireMode(device, hvac_mode);
      return { service: 'set_hvac_mode', fields: { hvac_mode }, patch: { hvac_mode } };
    },
  }),
  defineService({
    name: 'set_temperature',
    fields: {
      temperature: temperatureField('target_temperature'),
      target_temp_high: temperatureField('target_temperature_range'),
      target_temp_low: temperatureField('target_temperature_range'),
      hvac_mode: hvacMode,
    },
    anyOf: ['temperature', 'target_temp_high', 'target_temp_low'],
    check: ({ target_temp_high, target_temp_low }) =>
      (target_temp_high === undefined) === (target_temp_low === undefined)
        ? undefined
        : message('temperature_range_incomplete'),
    requires: [['target_temperature'], ['target_temperature_range']],
    plan: planTemperature,
  }),
  defineService({
    name: 'set_humidity',
    fields: {
      humidity: integer({ required: true, unit: '%', example: 50, formMin: 30, formMax: 99 }),
    },
    requires: [['target_humidity']],
    plan: (device: ClimateView, { humidity }) => {
      requireHumidity('climate', humidity, climateLimits(device.capabilities));
      return { service: 'set_humidity', fields: { humidity }, patch: { humidity } };
    },
  }),
  modeService('fan_mode', 'low', 'not_valid_fan_mode', 'choice_fan_mode'),
  modeService('preset_mode', 'away', 'not_valid_preset_mode', 'choice_preset_mode'),
  modeService('swing_mode', 'on', 'not_valid_swing_mode', 'choice_swing_mode'),
  modeService(
    'swing_horizontal_mode',
    'on',
    'not_valid_horizontal_swing_mode',
    'choice_swing_horizontal_mode',
  ),
];

/** A service `set_<name>` that chooses one of the list `<name>s`; the feature has the same name. */
function modeService(
  name: 'fan_mode' | 'preset_mode' | 'swing_mode' | 'swing_horizontal_mode',
  ...[example, key, choice]: [string, string, ChoiceKey]
): EntityService<ClimateValues, ClimateCapabilities> {
  const field = text({ required: true, example, selector: { state: { attribute: name } } });
  return defineService({
    name: `set_${name}`,
    fields: { [name]: field },
    requires: [[name]],
    plan: (device: ClimateView, fields: Readonly<Record<string, unknown>>): Command<ClimateValues> => {
      const value = fields[name] as string;
      const among = device.capabilities[`${name}s`];
      requireListed({ domain: 'climate', key, choice, value, among });
      return { service: `set_${name}`, fields: { [name]: value }, patch: { [name]: value } };
    },
  });
}

function requireMode(device: ClimateView, hvac_mode: HvacMode): void {
  requireListed({
    domain: 'climate',
    key: 'not_valid_hvac_mode',
    choice: 'choice_hvac_mode',
    value: hvac_mode,
    among: device.capabilities.hvac_modes,
  });
}

/** The mode that `turn_on` leads to is the first available of these, else any but off. */
function turnOn(device: ClimateView): Command<ClimateValues> {
  const modes = device.capabilities.hvac_modes;
  const usual = (['heat_cool', 'heat', 'cool'] as const).find((mode) => modes.includes(mode));
  const hvac_mode = usual ?? modes.find((mode) => mode !== 'off');
  if (hvac_mode === undefined) return { service: 'turn_on', fields: {}, patch: {} };
  return { service: 'turn_on', fields: { hvac_mode }, patch: { hvac_mode } };
}

function turnOff(): Command<ClimateValues> {
  return { service: 'turn_off', fields: {}, patch: { hvac_mode: 'off' } };
}

interface RequestedTemperature {
  readonly temperature?: number;
  readonly target_temp_high?: number;
  readonly target_temp_low?: number;
  readonly hvac_mode?: HvacMode;
}

function planTemperature(device: ClimateView, requested: RequestedTemperature): Command<ClimateValues> {
  const { temperature, target_temp_high: high, target_temp_low: low, hvac_mode } = requested;
  const missing = (feature: string, key: MessageKey): Error =>
    refusal(`missing_${feature}_entity_feature`, message(key, { id: device.id }), { domain: 'climate' });
  if (temperature !== undefined && !device.features.has('target_temperature'))
    throw missing('target_temperature', 'climate_without_temperature');
  if (high !== undefined && !device.features.has('target_temperature_range'))
    throw missing('target_temperature_range', 'climate_without_temperature_range');
  const specified = (one: number): string => String(device.inShownUnit?.('temperature', one) ?? one);
  const { min_temp, max_temp } = climateLimits(device.capabilities);
  for (const value of [temperature, high, low]) {
    if (value === undefined || (value >= min_temp && value <= max_temp)) continue;
    const [given, lowest, highest] = [specified(value), specified(min_temp), specified(max_temp)];
    throw refusal(
      'temp_out_of_range',
      { key: 'temperature_out_of_range', parameters: { given, lowest, highest } },
      { domain: 'climate', check_temp: given, min_temp: lowest, max_temp: highest },
    );
  }
  if (low !== undefined && high !== undefined && low > high) {
    throw refusal(
      'low_temp_higher_than_high_temp',
      { key: 'lower_end_above_upper_end', parameters: { low: specified(low), high: specified(high) } },
      {
        domain: 'climate',
      },
    );
  }
  if (hvac_mode !== undefined) requireMode(device, hvac_mode);
  return { service: 'set_temperature', fields: { ...requested }, patch: { ...requested } };
}
