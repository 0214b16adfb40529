import { defineDomain } from '../definition/define-domain.ts';
import { climateDevice, climateTriggers } from './automations.ts';
import { reproduceClimate } from './reproduce.ts';
import {
  type ClimateCapabilities,
  type ClimateValues,
  climateLimits,
  climateServices,
  HVAC_MODES,
} from './services.ts';

const temperature = { quantity: 'temperature' } as const;

/** Heating, cooling and air conditioning. */
export const climateDomain = defineDomain<ClimateValues, ClimateCapabilities>({
  name: 'climate',
  title: 'Climate',
  states: HVAC_MODES,
  unrecorded: [
    'hvac_modes',
    'fan_modes',
    'swing_modes',
    'swing_horizontal_modes',
    'preset_modes',
    'min_temp',
    'max_temp',
    'min_humidity',
    'max_humidity',
    'target_temp_step',
    'target_humidity_step',
  ],
  features: {
    target_temperature: 1,
    target_temperature_range: 2,
    target_humidity: 4,
    fan_mode: 8,
    preset_mode: 16,
    swing_mode: 32,
    turn_off: 128,
    turn_on: 256,
    swing_horizontal_mode: 512,
  },
  deviceClasses: [],
  units: { temperature: '°C' },
  attributes: {
    hvac_modes: { description: 'The available modes.', capability: true },
    min_temp: { description: 'The lowest target temperature.', capability: true, ...temperature },
    max_temp: { description: 'The highest target temperature.', capability: true, ...temperature },
    target_temp_step: { description: 'The step of target temperatures.', capability: true },
    min_humidity: { description: 'The lowest target humidity, in percent.', capability: true },
    max_humidity: { description: 'The highest target humidity, in percent.', capability: true },
    target_humidity_step: { description: 'The step of target humidities.', capability: true },
    fan_modes: { description: 'The available fan modes.', capability: true },
    preset_modes: { description: 'The available presets.', capability: true },
    swing_modes: { description: 'The available swing modes.', capability: true },
    swing_horizontal_modes: { description: 'The available horizontal swing modes.', capability: true },
    current_temperature: { description: 'The measured temperature.', ...temperature },
    temperature: { description: 'The target temperature; null in modes with a range.', ...temperature },
    target_temp_high: { description: 'The upper end of the target range.', ...temperature },
    target_temp_low: { description: 'The lower end of the target range.', ...temperature },
    temperature_unit: { description: 'The unit of all temperatures.', unitOf: 'temperature' },
    current_humidity: { description: 'The measured humidity, in percent.' },
    humidity: { description: 'The target humidity, in percent.' },
    hvac_action: {
      description: 'The current action: off, preheating, heating, cooling, drying, fan, idle or defrosting.',
    },
    fan_mode: { description: 'The current fan mode.' },
    preset_mode: { description: 'The current preset; `none` for none.' },
    swing_mode: { description: 'The current swing mode.' },
    swing_horizontal_mode: { description: 'The current horizontal swing mode.' },
  },
  services: climateServices,
  reproduce: reproduceClimate,
  deviceAutomations: climateDevice,
  entityTriggers: climateTriggers,
  presentCapabilities,
  present: ({ values, features }) => {
    const of = (feature: string, value: unknown): unknown =>
      features.has(feature) ? (value ?? null) : undefined;
    return {
      state: values.hvac_mode,
      attributes: {
        current_temperature: values.current_temperature ?? null,
        temperature: of('target_temperature', values.temperature),
        target_temp_high: of('target_temperature_range', values.target_temp_high),
        target_temp_low: of('target_temperature_range', values.target_temp_low),
        current_humidity: values.current_humidity ?? undefined,
        humidity: of('target_humidity', values.humidity),
        fan_mode: of('fan_mode', values.fan_mode),
        hvac_action: values.hvac_action ?? undefined,
        preset_mode: of('preset_mode', values.preset_mode),
        swing_mode: of('swing_mode', values.swing_mode),
        swing_horizontal_mode: of('swing_horizontal_mode', values.swing_horizontal_mode),
      },
    };
  },
});

function presentCapabilities(
  capabilities: ClimateCapabilities,
  features: ReadonlySet<string>,
): Record<string, unknown> {
  const { min_temp, max_temp, min_humidity, max_humidity } = climateLimits(capabilities);
  const of = (feature: string, value: unknown): unknown =>
    features.has(feature) ? (value ?? null) : undefined;
  return {
    hvac_modes: capabilities.hvac_modes,
    min_temp,
    max_temp,
    target_temp_step: capabilities.target_temp_step,
    ...(features.has('target_humidity')
      ? { min_humidity, max_humidity, target_humidity_step: capabilities.target_humidity_step }
      : {}),
    fan_modes: of('fan_mode', capabilities.fan_modes),
    preset_modes: of('preset_mode', capabilities.preset_modes),
    swing_modes: of('swing_mode', capabilities.swing_modes),
    swing_horizontal_modes: of('swing_horizontal_mode', capabilities.swing_horizontal_modes),
  };
}
