import type { EntityFilter, FormField } from '../../parts/form/form-field.ts';
import type { TextKey } from '../../texts/catalog.ts';
import { say } from '../../texts/say.ts';
import type { Config } from '../config.ts';

/** A type of card that can be added and edited in a form. */
export interface CardForm {
  readonly type: string;
  readonly title: TextKey;
  readonly icon: string;
  readonly fields: () => readonly FormField[];
  readonly blank?: Config;
}

type Facts = Partial<Omit<FormField, 'kind'>> & Readonly<Record<string, unknown>>;
const field = (kind: FormField['kind'], name: string, label: TextKey, facts: Facts = {}): FormField =>
  ({ kind, name, label: say(label), ...facts }) as FormField;

const entity = (domains?: readonly string[], isRequired = true): FormField =>
  field('choose', 'entity', 'form.one_entity', {
    ...{ what: 'entity', isRequired },
    ...(domains === undefined ? {} : { filters: [{ domains }] satisfies readonly EntityFilter[] }),
  });
const entities = (domains?: readonly string[]): FormField =>
  field('choose', 'entities', 'form.entity', {
    ...{ what: 'entity', isMultiple: true, isRequired: true },
    ...(domains === undefined ? {} : { filters: [{ domains }] satisfies readonly EntityFilter[] }),
  });
const title = (): FormField => field('text', 'title', 'dashboards.card_title');
const name = (): FormField => field('text', 'name', 'dashboards.card_name');
const icon = (): FormField => field('icon', 'icon', 'dashboards.card_icon');
const number = (key: string, label: TextKey, facts: Facts = {}): FormField =>
  field('number', key, label, { step: 'any', ...facts });
const choice = (key: string, label: TextKey, options: Readonly<Record<string, TextKey>>): FormField =>
  field('select', key, label, {
    options: Object.entries(options).map(([id, text]) => ({ id, name: say(text) })),
  });

const ofEntity =
  (...domains: string[]) =>
  (): readonly FormField[] => [entity(domains), name()];

/** The cards to choose from, the usual ones first. */
export const CARD_FORMS: readonly CardForm[] = [
  {
    type: 'tile',
    title: 'dashboards.type_tile',
    icon: 'mdi:card-outline',
    fields: () => [entity(), name(), icon(), field('boolean', 'hide_state', 'dashboards.hide_state')],
  },
  {
    type: 'button',
    title: 'dashboards.type_button',
    icon: 'mdi:gesture-tap-button',
    fields: () => [
      entity(undefined, false),
      name(),
      icon(),
      field('boolean', 'show_state', 'dashboards.show_state'),
    ],
  },
  {
    type: 'entities',
    title: 'dashboards.type_entities',
    icon: 'mdi:format-list-bulleted',
    fields: () => [title(), entities()],
  },
  {
    type: 'glance',
    title: 'dashboards.type_glance',
    icon: 'mdi:view-grid-outline',
    fields: () => [title(), entities()],
  },
  {
    type: 'heading',
    title: 'dashboards.type_heading',
    icon: 'mdi:format-header-1',
    fields: () => [field('text', 'heading', 'dashboards.card_title', { isRequired: true }), icon()],
  },
  {
    type: 'markdown',
    title: 'dashboards.type_markdown',
    icon: 'mdi:text',
    fields: () => [
      title(),
      field('long_text', 'content', 'dashboards.content', {
        isRequired: true,
        hint: say('dashboards.content_hint'),
      }),
    ],
  },
  {
    type: 'history-graph',
    title: 'dashboards.type_history',
    icon: 'mdi:chart-line',
    fields: () => [
      title(),
      entities(),
      number('hours_to_show', 'dashboards.hours', { min: 1, max: 8760, step: 1 }),
    ],
    blank: { hours_to_show: 24 },
  },
  {
    type: 'statistics-graph',
    title: 'dashboards.type_statistics',
    icon: 'mdi:chart-bar',
    fields: () => [
      title(),
      entities(['sensor', 'counter', 'number', 'input_number']),
      number('days_to_show', 'dashboards.days', { min: 1, max: 3650, step: 1 }),
      choice('chart_type', 'dashboards.chart', {
        line: 'dashboards.chart_line',
        bar: 'dashboards.chart_bar',
      }),
    ],
    blank: { days_to_show: 30, chart_type: 'line' },
  },
  {
    type: 'entity',
    title: 'dashboards.type_value',
    icon: 'mdi:numeric',
    fields: () => [entity(), name(), icon()],
  },
  {
    type: 'gauge',
    title: 'dashboards.type_gauge',
    icon: 'mdi:gauge',
    fields: () => [
      entity(['sensor', 'number', 'input_number', 'counter']),
      name(),
      number('min', 'dashboards.min'),
      number('max', 'dashboards.max'),
    ],
    blank: { min: 0, max: 100 },
  },
  {
    type: 'thermostat',
    title: 'dashboards.type_thermostat',
    icon: 'mdi:thermostat',
    fields: ofEntity('climate', 'water_heater'),
  },
  { type: 'light', title: 'dashboards.type_light', icon: 'mdi:lightbulb-outline', fields: ofEntity('light') },
  {
    type: 'media-control',
    title: 'dashboards.type_media',
    icon: 'mdi:speaker',
    fields: ofEntity('media_player'),
  },
  {
    type: 'alarm-panel',
    title: 'dashboards.type_alarm',
    icon: 'mdi:shield-home-outline',
    fields: ofEntity('alarm_control_panel'),
  },
  {
    type: 'humidifier',
    title: 'dashboards.type_humidifier',
    icon: 'mdi:air-humidifier',
    fields: ofEntity('humidifier'),
  },
  {
    type: 'picture-entity',
    title: 'dashboards.type_camera',
    icon: 'mdi:cctv',
    fields: ofEntity('camera', 'image'),
  },
  {
    type: 'picture-elements',
    title: 'dashboards.type_plan',
    icon: 'mdi:floor-plan',
    fields: () => [
      title(),
      field('text', 'image', 'dashboards.image', { isRequired: true, hint: say('dashboards.image_hint') }),
    ],
    blank: { elements: [] },
  },
  {
    type: 'picture',
    title: 'dashboards.type_picture',
    icon: 'mdi:image-outline',
    fields: () => [
      field('text', 'image', 'dashboards.image', { isRequired: true, hint: say('dashboards.image_hint') }),
      field('text', 'alt_text', 'dashboards.alt'),
    ],
  },
  {
    type: 'clock',
    title: 'dashboards.type_clock',
    icon: 'mdi:clock-outline',
    fields: () => [
      title(),
      choice('clock_style', 'dashboards.clock_style', {
        digital: 'dashboards.clock_digital',
        analog: 'dashboards.clock_analog',
      }),
      choice('clock_size', 'dashboards.size', {
        small: 'dashboards.size_small',
        medium: 'dashboards.size_medium',
        large: 'dashboards.size_large',
      }),
      field('boolean', 'show_seconds', 'dashboards.seconds'),
    ],
    blank: { clock_size: 'medium' },
  },
  {
    type: 'weather-forecast',
    title: 'dashboards.type_weather',
    icon: 'mdi:weather-partly-cloudy',
    fields: ofEntity('weather'),
  },
  {
    type: 'todo-list',
    title: 'dashboards.type_todo',
    icon: 'mdi:clipboard-check-outline',
    fields: ofEntity('todo'),
  },
  {
    type: 'calendar',
    title: 'dashboards.type_calendar',
    icon: 'mdi:calendar',
    fields: () => [title(), entities(['calendar'])],
  },
  {
    type: 'area',
    title: 'dashboards.type_area',
    icon: 'mdi:sofa-outline',
    fields: () => [field('choose', 'area', 'form.one_area', { what: 'area', isRequired: true }), name()],
  },
  {
    type: 'map',
    title: 'dashboards.type_map',
    icon: 'mdi:map-marker-outline',
    fields: () => [title(), entities(['person', 'device_tracker', 'zone'])],
  },
  {
    type: 'logbook',
    title: 'dashboards.type_logbook',
    icon: 'mdi:text-box-search-outline',
    fields: () => [title(), entities()],
  },
  {
    type: 'energy-distribution',
    title: 'dashboards.type_energy',
    icon: 'mdi:lightning-bolt-outline',
    fields: () => [title()],
  },
  {
    type: 'energy-usage-graph',
    title: 'dashboards.type_energy_usage',
    icon: 'mdi:chart-bar-stacked',
    fields: () => [title()],
  },
  {
    type: 'energy-date-selection',
    title: 'dashboards.type_energy_period',
    icon: 'mdi:calendar-range',
    fields: () => [],
  },
  {
    type: 'iframe',
    title: 'dashboards.type_link',
    icon: 'mdi:open-in-new',
    fields: () => [title(), field('text', 'url', 'dashboards.url', { isRequired: true, type: 'url' })],
  },
];

/** The form of a card; undefined for types that are edited as YAML. */
export function formOf(type: string): CardForm | undefined {
  return CARD_FORMS.find((one) => one.type === type);
}
