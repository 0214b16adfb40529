import { isDecimal } from '../../core/coerce.ts';
import { domainOf } from '../../core/entity-id.ts';
import { type State, UNAVAILABLE, UNKNOWN } from '../../core/state.ts';
import { conversionOf } from '../../core/units.ts';
import { alarmControlPanelDomain } from '../../domains/alarm-control-panel/alarm-control-panel.ts';
import { unitName } from './metric-name.ts';
import type { Labels, Sample } from './series.ts';

/** What the names and values of samples depend on besides the state. */
export interface SampleForm {
  /** The temperature unit of the home; climate devices have no unit of their own. */
  readonly temperatureUnit: string;
  /** The configured name of the series of a sensor; null for the one derived from its state. */
  readonly overrideOf: (entityId: string) => string | null;
  /** The name of the series of sensors without a device class; null for the one derived from the unit. */
  readonly defaultMetric: string | null;
}

const CELSIUS = '°C';
const FAHRENHEIT = '°F';
const ONES: ReadonlySet<string> = new Set(['on', 'locked', 'above_horizon', 'open', 'home']);
const ZEROS: ReadonlySet<string> = new Set(['off', 'unlocked', 'below_horizon', 'closed', 'not_home']);
const HVAC_ACTIONS = ['cooling', 'defrosting', 'drying', 'fan', 'heating', 'idle', 'off', 'preheating'];

/** Whether an entity has a value; others only have series about their availability. */
export function hasValue({ state }: State): boolean {
  return state !== UNAVAILABLE && state !== UNKNOWN;
}

/** The labels of every series of an entity. */
export function labelsOf({ entity_id: entity, attributes }: State): Labels {
  const { friendly_name: name } = attributes;
  return { domain: domainOf(entity), entity, friendly_name: name == null ? null : String(name) };
}

/** The samples of the value of an entity, under the names of Home Assistant's exporter. */
export function valueSamples(state: State, form: SampleForm): Sample[] {
  const collector = new Collector(state, form);
  const domain = domainOf(state.entity_id);
  if (state.state !== '' && Object.hasOwn(COLLECTORS, domain)) COLLECTORS[domain]?.(collector);
  return collector.samples;
}

/** Collects the samples of one state. */
class Collector {
  readonly samples: Sample[] = [];
  readonly state: State;
  private readonly form: SampleForm;
  private readonly labels: Labels;

  constructor(state: State, form: SampleForm) {
    this.state = state;
    this.form = form;
    this.labels = labelsOf(state);
  }

  /** The state itself, with its unit in the name. */
  number(name: string): void {
    const value = this.value();
    const unit = unitName(this.state.attributes.unit_of_measurement);
    if (value !== undefined) this.add(unit === null || unit === '' ? name : `${name}_${unit}`, value);
  }

  /** The state as a number, in degrees Celsius if it is a temperature. */
  value(): number | undefined {
    const { state, attributes } = this.state;
    if (attributes.device_class === 'timestamp') {
      const at = Date.parse(state);
      return Number.isNaN(at) ? undefined : at / 1000;
    }
    if (ONES.has(state)) return 1;
    if (ZEROS.has(state)) return 0;
    const number = numberOf(state);
    return number !== undefined && attributes.unit_of_measurement === FAHRENHEIT ? celsius(number) : number;
  }

  attribute(attribute: string, name: string): void {
    const value = numberOf(this.state.attributes[attribute]);
    if (value !== undefined) this.add(name, value);
  }

  temperature(attribute: string, name: string): void {
    const value = numberOf(this.state.attributes[attribute]);
    if (value === undefined) return;
    this.add(name, this.form.temperatureUnit === FAHRENHEIT ? celsius(value) : value);
  }

  /** One sample for each of the `values`: 1 for the current one, 0 for all others. */
  choice(current: unknown, values: unknown, name: string, label: string): void {
    if (current == null || !Array.isArray(values)) return;
    for (const value of values) this.add(name, value === current ? 1 : 0, { [label]: String(value) });
  }

  flag(name: string, isSet: boolean): void {
    this.add(name, isSet ? 1 : 0);
  }

  /** A sensor: under the configured name, or one from its device class and unit. */
  sensor(): void {
    const { entity_id: id, attributes } = this.state;
    const { device_class: deviceClass, unit_of_measurement } = attributes;
    const unit = unitName(unit_of_measurement);
    const own =
      deviceClass === 'timestamp'
        ? 'sensor_timestamp_seconds'
        : deviceClass != null
          ? `sensor_${String(deviceClass)}_${unit ?? 'None'}`
          : (this.form.defaultMetric ??
            (unit === null || unit === '' ? 'sensor_state' : `sensor_unit_${unit}`));
    const value = this.value();
    if (value !== undefined) this.add(this.form.overrideOf(id) ?? own, value);
    this.attribute('battery_level', 'battery_level_percent');
  }

  add(name: string, value: number, labels?: Labels): void {
    this.samples.push({
      name,
      value,
      labels: labels === undefined ? this.labels : { ...this.labels, ...labels },
    });
  }
}

type Collect = (of: Collector) => void;
const numberUnder =
  (name: string): Collect =>
  (of) =>
    of.number(name);

const COLLECTORS: Readonly<Record<string, Collect>> = {
  ...Object.fromEntries(
    [
      'binary_sensor',
      'input_boolean',
      'input_number',
      'number',
      'device_tracker',
      'person',
      'lock',
      'update',
    ].map((domain) => [domain, numberUnder(`${domain}_state`)]),
  ),
  sensor: (of) => of.sensor(),
  counter: (of) => {
    const value = of.value();
    if (value !== undefined) of.add('counter_value', value);
  },
  switch: (of) => {
    of.number('switch_state');
    for (const attribute of Object.keys(of.state.attributes))
      of.attribute(attribute, `switch_attr_${attribute.toLowerCase()}`);
  },
  light: (of) => {
    const value = of.value();
    const brightness = numberOf(of.state.attributes.brightness);
    if (value === undefined) return;
    const isDimmed = of.state.state === 'on' && brightness !== undefined;
    of.add('light_brightness_percent', (isDimmed ? brightness / 255 : value) * 100);
  },
  cover: (of) => {
    of.choice(of.state.state, ['closed', 'closing', 'open', 'opening'], 'cover_state', 'state');
    of.attribute('current_position', 'cover_position');
    of.attribute('current_tilt_position', 'cover_tilt_position');
  },
  fan: (of) => {
    const { oscillating, direction, preset_mode, preset_modes } = of.state.attributes;
    of.number('fan_state');
    of.attribute('percentage', 'fan_speed_percent');
    if (oscillating != null) of.flag('fan_is_oscillating', oscillating === true);
    of.choice(preset_mode, preset_modes, 'fan_preset_mode', 'mode');
    if (direction === 'forward' || direction === 'reverse')
      of.flag('fan_direction_reversed', direction === 'reverse');
  },
  humidifier: (of) => {
    const { mode, available_modes } = of.state.attributes;
    of.number('humidifier_state');
    of.attribute('humidity', 'humidifier_target_humidity_percent');
    of.choice(mode, available_modes, 'humidifier_mode', 'mode');
  },
  climate: (of) => {
    const { hvac_action, hvac_modes, preset_mode, preset_modes, fan_mode, fan_modes } = of.state.attributes;
    of.temperature('temperature', 'climate_target_temperature_celsius');
    of.temperature('target_temp_high', 'climate_target_temperature_high_celsius');
    of.temperature('target_temp_low', 'climate_target_temperature_low_celsius');
    of.temperature('current_temperature', 'climate_current_temperature_celsius');
    of.choice(hvac_action, HVAC_ACTIONS, 'climate_action', 'action');
    of.choice(of.state.state, hvac_modes, 'climate_mode', 'mode');
    of.choice(preset_mode, preset_modes, 'climate_preset_mode', 'mode');
    of.choice(fan_mode, fan_modes, 'climate_fan_mode', 'mode');
  },
  water_heater: (of) => {
    const { operation_mode, operation_list, away_mode } = of.state.attributes;
    of.temperature('temperature', 'water_heater_temperature_celsius');
    of.temperature('current_temperature', 'water_heater_current_temperature_celsius');
    of.temperature('target_temp_high', 'water_heater_target_temperature_high_celsius');
    of.temperature('target_temp_low', 'water_heater_target_temperature_low_celsius');
    of.temperature('min_temp', 'water_heater_min_temperature_celsius');
    of.temperature('max_temp', 'water_heater_max_temperature_celsius');
    of.choice(operation_mode ?? of.state.state, operation_list, 'water_heater_operation_mode', 'mode');
    if (away_mode != null) of.flag('water_heater_away_mode', away_mode === 'on');
  },
  alarm_control_panel: (of) =>
    of.choice(of.state.state, alarmControlPanelDomain.states, 'alarm_control_panel_state', 'state'),
};

/** Booleans count as numbers, as in Python. */
function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'string' && isDecimal(value) ? Number(value) : undefined;
}

function celsius(fahrenheit: number): number {
  return conversionOf('temperature', FAHRENHEIT, CELSIUS)?.apply(fahrenheit) ?? fahrenheit;
}
