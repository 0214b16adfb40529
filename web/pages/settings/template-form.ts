import { sorted } from '../../parts/form/choices.ts';
import type { FormField, FormValues } from '../../parts/form/form-field.ts';
import { domainName, plain, wordOr } from '../../texts/domain-name.ts';
import { say } from '../../texts/say.ts';
import { classField, stateClassField } from './device-classes.ts';

type Make = (name: string) => FormField;

const label = (name: string): string => wordOr(`template.${name}`, plain(name));
const template: Make = (name) => ({ kind: 'long_text', isCode: true, name, label: label(name) });
const needed: Make = (name) => ({ ...template(name), isRequired: true });
const actions: Make = (name) => ({ kind: 'steps', place: 'actions', name, label: label(name) });
const neededActions: Make = (name) => ({ ...actions(name), isRequired: true });
const check: Make = (name) => ({ kind: 'boolean', name, label: label(name) });
const text: Make = (name) => ({ kind: 'text', name, label: label(name) });
const list: Make = (name) => ({ kind: 'list', name, label: label(name), hint: say('helpers.options_hint') });
const whole: Make = (name) => ({ kind: 'number', step: 1, name, label: label(name) });
const lasting: Make = (name) => ({ kind: 'duration', name, label: label(name) });
const unit: Make = () => ({ kind: 'text', name: 'unit_of_measurement', label: say('helpers.unit') });
const stateClass: Make = () => stateClassField();
const deviceClass =
  (domain: string): Make =>
  () =>
    classField(domain);
const words =
  (...options: readonly string[]): Make =>
  (name) => ({
    kind: 'select',
    name,
    label: label(name),
    options: options.map((id) => ({ id, name: wordOr(`template.${id}`, plain(id)) })),
  });

type Fields = Readonly<Record<string, Make>>;

const MEASURED = [
  ...['temperature', 'humidity', 'pressure', 'wind_speed', 'wind_bearing', 'wind_gust_speed', 'visibility'],
  ...['apparent_temperature', 'dew_point', 'cloud_coverage', 'ozone', 'uv_index'],
];
const WEATHER_UNITS = ['temperature', 'pressure', 'wind_speed', 'visibility', 'precipitation'];
const all = (names: readonly string[], make: Make): Fields =>
  Object.fromEntries(names.map((name) => [name, make]));

/** The fields of template entities by domain; those shown first, and those behind "more". */
const KINDS: Readonly<Record<string, { readonly first: Fields; readonly more: Fields }>> = {
  sensor: {
    first: { state: needed, unit, device_class: deviceClass('sensor'), state_class: stateClass },
    more: { last_reset: template, options: list, suggested_display_precision: whole },
  },
  binary_sensor: {
    first: { state: needed, device_class: deviceClass('binary_sensor') },
    more: { delay_on: lasting, delay_off: lasting, auto_off: lasting },
  },
  switch: {
    first: { state: template, turn_on: actions, turn_off: actions },
    more: { device_class: deviceClass('switch') },
  },
  light: {
    first: {
      state: template,
      turn_on: neededActions,
      turn_off: neededActions,
      level: template,
      set_level: actions,
    },
    more: {
      temperature: template,
      set_temperature: actions,
      hs: template,
      set_hs: actions,
      rgb: template,
      set_rgb: actions,
      rgbw: template,
      set_rgbw: actions,
      rgbww: template,
      set_rgbww: actions,
      effect: template,
      effect_list: template,
      set_effect: actions,
      min_mireds: whole,
      max_mireds: whole,
      supports_transition: check,
    },
  },
  cover: {
    first: {
      state: template,
      position: template,
      open_cover: actions,
      close_cover: actions,
      stop_cover: actions,
    },
    more: {
      set_cover_position: actions,
      tilt: template,
      set_cover_tilt_position: actions,
      tilt_optimistic: check,
      device_class: deviceClass('cover'),
    },
  },
  fan: {
    first: {
      state: template,
      turn_on: neededActions,
      turn_off: neededActions,
      percentage: template,
      set_percentage: actions,
    },
    more: {
      preset_mode: template,
      preset_modes: list,
      set_preset_mode: actions,
      oscillating: template,
      set_oscillating: actions,
      direction: template,
      set_direction: actions,
      speed_count: whole,
    },
  },
  lock: {
    first: { state: template, lock: neededActions, unlock: neededActions },
    more: { open: actions, code_format: template },
  },
  alarm_control_panel: {
    first: { state: template, disarm: actions, arm_home: actions, arm_away: actions },
    more: {
      arm_night: actions,
      arm_vacation: actions,
      arm_custom_bypass: actions,
      trigger: actions,
      code_format: words('number', 'text', 'no_code'),
      code_arm_required: check,
    },
  },
  vacuum: {
    first: { state: template, start: neededActions, pause: actions, return_to_base: actions },
    more: {
      stop: actions,
      clean_spot: actions,
      locate: actions,
      fan_speed: template,
      fan_speeds: list,
      set_fan_speed: actions,
    },
  },
  number: {
    first: { state: template, set_value: actions, min: template, max: template, step: template, unit },
    more: { mode: words('auto', 'box', 'slider'), device_class: deviceClass('number') },
  },
  select: { first: { options: needed, state: template, select_option: actions }, more: {} },
  text: {
    first: { state: template, set_value: actions },
    more: { min: whole, max: whole, pattern: text, mode: words('text', 'password') },
  },
  button: { first: { press: actions }, more: { device_class: deviceClass('button') } },
  event: {
    first: { event_type: needed, event_types: needed },
    more: { device_class: deviceClass('event') },
  },
  image: { first: { url: needed }, more: { verify_ssl: check } },
  update: {
    first: { installed_version: needed, latest_version: needed, install: actions },
    more: {
      title: template,
      release_summary: template,
      release_url: template,
      in_progress: template,
      update_percentage: template,
      backup: check,
      specific_version: check,
      device_class: deviceClass('update'),
    },
  },
  weather: {
    first: { condition: needed, ...all(MEASURED.slice(0, 4), template) },
    more: {
      ...all(MEASURED.slice(4), template),
      ...all(['forecast_daily', 'forecast_hourly', 'forecast_twice_daily', 'attribution'], template),
      ...all(
        WEATHER_UNITS.map((name) => `${name}_unit`),
        text,
      ),
    },
  },
};

/** Domains without a state that could be assumed after a command. */
const WITHOUT_COMMANDS = new Set(['sensor', 'binary_sensor', 'event', 'image', 'weather', 'button']);

/** The fields of a template entity. Its domain is fixed once created. */
export function templateFields(name: FormField): readonly FormField[] {
  return [
    name,
    {
      kind: 'select',
      name: 'template_type',
      label: say('helpers.template_of'),
      isRequired: true,
      options: sorted(Object.keys(KINDS).map((id) => ({ id, name: domainName(id) }))),
      isFor: ({ id }) => id === undefined,
    },
    ...Object.entries(KINDS).flatMap(([domain, { first, more }]) => {
      const isFor = ({ template_type }: FormValues): boolean => template_type === domain;
      const made = (fields: Fields): FormField[] => Object.entries(fields).map(([key, make]) => make(key));
      return [
        ...made(first).map((field) => ({ ...field, isFor })),
        {
          kind: 'section',
          name: `more_${domain}`,
          label: say('step.more'),
          isFolded: true,
          isFor,
          fields: [
            ...made(more),
            ...['icon', 'picture', 'availability'].map(template),
            ...(WITHOUT_COMMANDS.has(domain) ? [] : [check('optimistic')]),
            { kind: 'yaml', name: 'attributes', label: label('attributes') },
            { kind: 'yaml', name: 'variables', label: label('variables') },
          ],
        } as FormField,
      ];
    }),
  ];
}
