import type { FormField, FormValues } from '../../../parts/form/form-field.ts';
import { say } from '../../../words/say.ts';
import type { Word } from '../../../words/table.ts';

/** Where a step stands in an item. */
export type StepPlace = 'triggers' | 'conditions' | 'actions';

/** A step as it is written: a mapping, or a template alone. */
export type StepConfig = unknown;

/** One kind of step there is a form for. */
export interface StepKind {
  readonly name: string;
  readonly title: Word;
  /** What a new one begins with. */
  readonly blank: FormValues;
  readonly fields: () => readonly FormField[];
}

type Facts = Partial<Omit<FormField, 'kind'>> & Readonly<Record<string, unknown>>;

const field = (kind: FormField['kind'], name: string, word: Word, facts: Facts = {}): FormField =>
  ({ kind, name, label: say(word), ...facts }) as FormField;
const entities = (facts: Facts = {}): FormField =>
  field('choose', 'entity_id', 'form.entity', {
    what: 'entity',
    isMultiple: true,
    isRequired: true,
    ...facts,
  });
const span = (): FormField => field('duration', 'for', 'step.for', { hint: say('helpers.duration_hint') });
const template = (name = 'value_template'): FormField =>
  field('long_text', name, 'step.template', { isCode: true, isRequired: true });
const above = (): FormField[] => [
  entities(),
  field('number', 'above', 'step.above'),
  field('number', 'below', 'step.below'),
  field('text', 'attribute', 'step.attribute'),
];
const sunEvents = (name: string, word: Word): FormField =>
  field('select', name, word, {
    options: [
      { id: 'sunrise', name: say('step.sunrise') },
      { id: 'sunset', name: say('step.sunset') },
    ],
  });
const DAY_IDS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

const TRIGGERS: readonly StepKind[] = [
  {
    name: 'state',
    title: 'step.state',
    blank: { trigger: 'state' },
    fields: () => [
      entities(),
      field('text', 'from', 'step.from'),
      field('text', 'to', 'step.to'),
      field('text', 'attribute', 'step.attribute'),
      span(),
    ],
  },
  {
    name: 'numeric_state',
    title: 'step.numeric_state',
    blank: { trigger: 'numeric_state' },
    fields: () => [...above(), span()],
  },
  {
    name: 'time',
    title: 'step.time',
    blank: { trigger: 'time', at: '07:00:00' },
    fields: () => [field('text', 'at', 'step.at', { hint: say('step.at_hint'), isRequired: true })],
  },
  {
    name: 'time_pattern',
    title: 'step.time_pattern',
    blank: { trigger: 'time_pattern', minutes: '/5' },
    fields: () => [
      field('text', 'hours', 'step.hours', { hint: say('step.pattern_hint') }),
      field('text', 'minutes', 'step.minutes'),
      field('text', 'seconds', 'step.seconds'),
    ],
  },
  {
    name: 'sun',
    title: 'step.sun',
    blank: { trigger: 'sun', event: 'sunset' },
    fields: () => [
      sunEvents('event', 'step.event_of_sun'),
      field('text', 'offset', 'step.offset', { hint: say('step.offset_hint') }),
    ],
  },
  {
    name: 'event',
    title: 'step.event',
    blank: { trigger: 'event' },
    fields: () => [
      field('text', 'event_type', 'events.type', { isRequired: true }),
      field('yaml', 'event_data', 'events.data'),
    ],
  },
  {
    name: 'template',
    title: 'step.template_title',
    blank: { trigger: 'template' },
    fields: () => [template(), span()],
  },
  {
    name: 'mqtt',
    title: 'step.mqtt',
    blank: { trigger: 'mqtt' },
    fields: () => [
      field('text', 'topic', 'mqtt.topic', { isRequired: true }),
      field('text', 'payload', 'step.payload'),
    ],
  },
  {
    name: 'zone',
    title: 'step.zone',
    blank: { trigger: 'zone', event: 'enter' },
    fields: () => [
      entities({ domains: ['person', 'device_tracker'] }),
      field('choose', 'zone', 'step.zone_of', { what: 'entity', domains: ['zone'], isRequired: true }),
      field('select', 'event', 'step.event_of_zone', {
        options: [
          { id: 'enter', name: say('step.enter') },
          { id: 'leave', name: say('step.leave') },
        ],
      }),
    ],
  },
  {
    name: 'homeassistant',
    title: 'step.homeassistant',
    blank: { trigger: 'homeassistant', event: 'start' },
    fields: () => [
      field('select', 'event', 'step.event_of_house', {
        options: [
          { id: 'start', name: say('step.start') },
          { id: 'shutdown', name: say('step.shutdown') },
        ],
      }),
    ],
  },
  {
    name: 'webhook',
    title: 'step.webhook',
    blank: { trigger: 'webhook' },
    fields: () => [field('text', 'webhook_id', 'step.webhook_id', { isRequired: true })],
  },
  {
    name: 'tag',
    title: 'step.tag',
    blank: { trigger: 'tag' },
    fields: () => [field('text', 'tag_id', 'step.tag_id', { isRequired: true })],
  },
];

const CONDITIONS: readonly StepKind[] = [
  {
    name: 'state',
    title: 'step.state',
    blank: { condition: 'state' },
    fields: () => [
      entities(),
      field('text', 'state', 'step.state_is', { isRequired: true }),
      field('text', 'attribute', 'step.attribute'),
      span(),
    ],
  },
  {
    name: 'numeric_state',
    title: 'step.numeric_state',
    blank: { condition: 'numeric_state' },
    fields: above,
  },
  {
    name: 'time',
    title: 'step.time',
    blank: { condition: 'time' },
    fields: () => [
      field('text', 'after', 'step.after', { hint: say('step.at_hint') }),
      field('text', 'before', 'step.before'),
      field('checks', 'weekday', 'step.weekday', {
        options: DAY_IDS.map((id) => ({ id, name: say(`day.${id}`) })),
      }),
    ],
  },
  {
    name: 'sun',
    title: 'step.sun',
    blank: { condition: 'sun', after: 'sunset' },
    fields: () => [sunEvents('after', 'step.after'), sunEvents('before', 'step.before')],
  },
  {
    name: 'template',
    title: 'step.template_title',
    blank: { condition: 'template' },
    fields: () => [template()],
  },
  {
    name: 'zone',
    title: 'step.zone',
    blank: { condition: 'zone' },
    fields: () => [
      entities({ domains: ['person', 'device_tracker'] }),
      field('choose', 'zone', 'step.zone_of', { what: 'entity', domains: ['zone'], isRequired: true }),
    ],
  },
  {
    name: 'trigger',
    title: 'step.by_trigger',
    blank: { condition: 'trigger' },
    fields: () => [field('text', 'id', 'step.trigger_id', { isRequired: true })],
  },
];

const ACTIONS: readonly StepKind[] = [
  {
    name: 'action',
    title: 'step.action',
    blank: { action: 'light.turn_on' },
    fields: () => [],
  },
  {
    name: 'delay',
    title: 'step.delay',
    blank: { delay: '00:00:05' },
    fields: () => [
      field('duration', 'delay', 'helpers.duration', {
        hint: say('helpers.duration_hint'),
        isRequired: true,
      }),
    ],
  },
  {
    name: 'wait_template',
    title: 'step.wait_template',
    blank: { wait_template: '' },
    fields: () => [template('wait_template'), field('duration', 'timeout', 'step.timeout')],
  },
  {
    name: 'scene',
    title: 'step.scene',
    blank: { scene: '' },
    fields: () => [
      field('choose', 'scene', 'step.scene', { what: 'entity', domains: ['scene'], isRequired: true }),
    ],
  },
  {
    name: 'event',
    title: 'step.fire',
    blank: { event: '' },
    fields: () => [
      field('text', 'event', 'events.type', { isRequired: true }),
      field('yaml', 'event_data', 'events.data'),
    ],
  },
  {
    name: 'stop',
    title: 'step.stop',
    blank: { stop: '' },
    fields: () => [field('text', 'stop', 'step.reason')],
  },
];

export const STEP_KINDS: Readonly<Record<StepPlace, readonly StepKind[]>> = {
  triggers: TRIGGERS,
  conditions: CONDITIONS,
  actions: ACTIONS,
};

/** The kind of a step, or undefined where it is written as YAML alone. */
export function kindOf(place: StepPlace, step: StepConfig): StepKind | undefined {
  if (typeof step !== 'object' || step === null) return undefined;
  const values = step as FormValues;
  const kinds = STEP_KINDS[place];
  if (place === 'triggers') return kinds.find(({ name }) => name === (values.trigger ?? values.platform));
  if (place === 'conditions') return kinds.find(({ name }) => name === values.condition);
  const keys = 'service' in values ? { ...values, action: values.service } : values;
  return kinds.find(({ name }) => name in keys);
}

/** Whether a form can show what the step says: a template in place of a number is for YAML. */
export function fits(fields: readonly FormField[], step: FormValues): boolean {
  return fields.every((one) => {
    const value = step[one.name];
    if (value === undefined || value === null || one.kind === 'yaml' || one.kind === 'target') return true;
    if (Array.isArray(value))
      return one.kind === 'checks' || (one.kind === 'choose' && one.isMultiple === true);
    if (one.kind === 'checks') return false;
    return typeof value !== 'object' && (one.kind !== 'number' || typeof value === 'number');
  });
}
