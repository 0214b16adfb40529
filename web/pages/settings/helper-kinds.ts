import type { Choice, FormField, FormValues } from '../../parts/form/form-field.ts';
import { DAYS } from '../../parts/form/week-field.ts';
import type { TextKey } from '../../texts/catalog.ts';
import { say } from '../../texts/say.ts';
import { groupFields } from './group-form.ts';
import { templateFields } from './template-form.ts';

/** A type of helper: its form, and the conversion to and from the interface. */
export interface HelperForm {
  readonly domain: string;
  readonly title: TextKey;
  readonly hint: TextKey;
  /** The form fields; persons can be linked to users. */
  readonly fields: (users: readonly Choice[]) => readonly FormField[];
  readonly blank?: FormValues;
  readonly toForm?: (item: FormValues) => FormValues;
  readonly toWire?: (values: FormValues) => FormValues;
  /** The entity of an item, if it is not in the domain. */
  readonly entityOf?: (item: FormValues) => string;
  /** Whether the form needs a wide dialog. */
  readonly isWide?: boolean;
  /** Extracts the items if `list` returns more than those. */
  readonly itemsIn?: (answer: unknown) => readonly FormValues[];
}

const name = (): FormField => ({
  kind: 'text',
  name: 'name',
  label: say('record.name'),
  isRequired: true,
  maxLength: 100,
});
const icon = (): FormField => ({ kind: 'icon', name: 'icon', label: say('record.icon') });
const number = (key: string, word: TextKey, more: Partial<FormField> = {}): FormField =>
  ({ kind: 'number', step: 'any', name: key, label: say(word), ...more }) as FormField;
const choice = (key: string, word: TextKey, words: Readonly<Record<string, TextKey>>): FormField => ({
  kind: 'select',
  name: key,
  label: say(word),
  options: Object.entries(words).map(([id, one]) => ({ id, name: say(one) })),
});
const check = (key: string, word: TextKey): FormField => ({ kind: 'boolean', name: key, label: say(word) });

/** All types of helpers, in display order. */
export const HELPER_FORMS: readonly HelperForm[] = [
  {
    domain: 'input_boolean',
    title: 'helpers.input_boolean',
    hint: 'helpers.input_boolean_hint',
    fields: () => [
      name(),
      icon(),
      {
        kind: 'boolean',
        name: 'initial',
        label: say('helpers.initial_on'),
        hint: say('helpers.initial_hint'),
        isRequired: false,
      },
    ],
  },
  {
    domain: 'input_button',
    title: 'helpers.input_button',
    hint: 'helpers.input_button_hint',
    fields: () => [name(), icon()],
  },
  {
    domain: 'input_number',
    title: 'helpers.input_number',
    hint: 'helpers.input_number_hint',
    blank: { min: 0, max: 100, step: 1, mode: 'slider' },
    fields: () => [
      name(),
      icon(),
      number('min', 'helpers.min', { isRequired: true }),
      number('max', 'helpers.max', { isRequired: true }),
      number('step', 'helpers.step'),
      { kind: 'text', name: 'unit_of_measurement', label: say('helpers.unit') },
      choice('mode', 'helpers.mode', { slider: 'helpers.slider', box: 'helpers.box' }),
      number('initial', 'helpers.initial', { hint: say('helpers.initial_hint') }),
    ],
  },
  {
    domain: 'input_select',
    title: 'helpers.input_select',
    hint: 'helpers.input_select_hint',
    fields: () => [
      name(),
      icon(),
      {
        kind: 'list',
        name: 'options',
        label: say('helpers.options'),
        hint: say('helpers.options_hint'),
        isRequired: true,
      },
      { kind: 'text', name: 'initial', label: say('helpers.initial'), hint: say('helpers.initial_hint') },
    ],
  },
  {
    domain: 'input_text',
    title: 'helpers.input_text',
    hint: 'helpers.input_text_hint',
    blank: { min: 0, max: 100, mode: 'text' },
    fields: () => [
      name(),
      icon(),
      number('min', 'helpers.min_length', { min: 0, max: 255, step: 1 }),
      number('max', 'helpers.max_length', { min: 1, max: 255, step: 1 }),
      choice('mode', 'helpers.mode', { text: 'helpers.text', password: 'helpers.password' }),
      { kind: 'text', name: 'pattern', label: say('helpers.pattern'), isCode: true },
      { kind: 'text', name: 'initial', label: say('helpers.initial'), hint: say('helpers.initial_hint') },
    ],
  },
  {
    domain: 'input_datetime',
    title: 'helpers.input_datetime',
    hint: 'helpers.input_datetime_hint',
    blank: { has_time: true },
    fields: () => [
      name(),
      icon(),
      check('has_date', 'helpers.has_date'),
      check('has_time', 'helpers.has_time'),
    ],
  },
  {
    domain: 'counter',
    title: 'helpers.counter',
    hint: 'helpers.counter_hint',
    blank: { initial: 0, step: 1, restore: true },
    fields: () => [
      name(),
      icon(),
      number('initial', 'helpers.initial', { step: 1 }),
      number('step', 'helpers.step', { step: 1, min: 0 }),
      number('minimum', 'helpers.min', { step: 1 }),
      number('maximum', 'helpers.max', { step: 1 }),
      check('restore', 'helpers.restore'),
    ],
  },
  {
    domain: 'timer',
    title: 'helpers.timer',
    hint: 'helpers.timer_hint',
    blank: { duration: '00:05:00' },
    fields: () => [
      name(),
      icon(),
      {
        kind: 'duration',
        name: 'duration',
        label: say('helpers.duration'),
      },
      check('restore', 'helpers.restore'),
    ],
  },
  {
    domain: 'schedule',
    title: 'helpers.schedule',
    hint: 'helpers.schedule_hint',
    fields: () => [name(), icon(), { kind: 'week', name: 'week', label: say('helpers.week') }],
    toForm: (item) => {
      const rest = Object.entries(item).filter(([key]) => !DAYS.some((day) => day === key));
      return {
        ...Object.fromEntries(rest),
        week: Object.fromEntries(DAYS.map((day) => [day, item[day] ?? []])),
      };
    },
    toWire: ({ week, ...rest }) => ({ ...rest, ...(week as object | undefined) }),
  },
  {
    domain: 'zone',
    title: 'helpers.zone',
    hint: 'helpers.zone_hint',
    blank: { radius: 100 },
    fields: () => [
      name(),
      icon(),
      number('latitude', 'place.latitude', { isRequired: true, min: -90, max: 90 }),
      number('longitude', 'place.longitude', { isRequired: true, min: -180, max: 180 }),
      number('radius', 'helpers.radius', { unit: 'm', min: 1 }),
      check('passive', 'helpers.passive'),
    ],
  },
  {
    domain: 'person',
    title: 'helpers.person',
    hint: 'helpers.person_hint',
    itemsIn: (answer) => (answer as { storage?: FormValues[] }).storage ?? [],
    fields: (users) => [
      name(),
      { kind: 'select', name: 'user_id', label: say('helpers.user'), options: users },
      {
        kind: 'choose',
        what: 'entity',
        isMultiple: true,
        domains: ['device_tracker'],
        name: 'device_trackers',
        label: say('helpers.trackers'),
      },
    ],
  },
  {
    domain: 'todo',
    title: 'helpers.todo',
    hint: 'helpers.todo_hint',
    fields: () => [name(), icon()],
  },
  {
    domain: 'calendar',
    title: 'helpers.calendar',
    hint: 'helpers.calendar_hint',
    fields: () => [name(), icon()],
  },
  {
    domain: 'group',
    title: 'helpers.group',
    hint: 'helpers.group_hint',
    fields: () => groupFields([name(), icon()]),
    // The key `type` is the message type itself.
    toWire: ({ type, ...rest }) => (type === undefined ? rest : { ...rest, sensor_type: type }),
    entityOf: ({ group_type, id }) => `${String(group_type)}.${String(id)}`,
  },
  {
    domain: 'template',
    title: 'helpers.template',
    hint: 'helpers.template_hint',
    isWide: true,
    fields: () => templateFields(name()),
    entityOf: ({ template_type, id }) => `${String(template_type)}.${String(id)}`,
  },
  {
    domain: 'tag',
    title: 'helpers.tag',
    hint: 'helpers.tag_hint',
    fields: () => [name(), { kind: 'text', name: 'description', label: say('labels.description') }],
  },
];
