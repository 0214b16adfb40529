import {
  mdiCalendar,
  mdiCellphoneMessage,
  mdiClockOutline,
  mdiCodeBraces,
  mdiDevices,
  mdiGestureTapButton,
  mdiMapMarkerPath,
  mdiMapMarkerRadius,
  mdiMessageTextOutline,
  mdiMicrophoneMessage,
  mdiNfcVariant,
  mdiNumeric,
  mdiPowerCycle,
  mdiRepeatVariant,
  mdiStateMachine,
  mdiTransitConnectionVariant,
  mdiWeatherSunset,
  mdiWebhook,
} from '@mdi/js';
import { say } from '../../words/say.ts';
import type { FormField } from '../form/form-field.ts';
import { deviceStep } from './device-step.ts';
import { purposeStep } from './purpose-form.ts';
import {
  bounds,
  durationField,
  entities,
  field,
  keywords,
  type StepGroup,
  template,
  weekdays,
} from './step-kind.ts';

/** The triggers. */
export const TRIGGER_GROUPS: readonly StepGroup[] = [
  {
    title: 'step.group_things',
    kinds: [
      purposeStep({ name: 'purpose', title: 'step.purpose', drawing: mdiGestureTapButton, key: 'trigger' }),
      {
        name: 'state',
        title: 'step.state',
        drawing: mdiStateMachine,
        blank: { trigger: 'state' },
        fields: (values) => [
          entities(),
          field('state', 'from', 'step.from', { isMultiple: true, attribute: values.attribute }),
          field('state', 'to', 'step.to', { isMultiple: true, attribute: values.attribute }),
          field('attribute', 'attribute', 'step.attribute'),
          durationField(),
        ],
        about: ({ entity_id }) => entity_id,
      },
      {
        name: 'numeric_state',
        title: 'step.numeric_state',
        drawing: mdiNumeric,
        blank: { trigger: 'numeric_state' },
        fields: () => [
          ...bounds(),
          field('long_text', 'value_template', 'step.value_template', { isCode: true }),
          durationField(),
        ],
        about: ({ entity_id }) => entity_id,
      },
      deviceStep('trigger', mdiDevices),
    ],
  },
  {
    title: 'step.group_time',
    kinds: [
      {
        name: 'time',
        title: 'step.time',
        drawing: mdiClockOutline,
        blank: { trigger: 'time', at: '07:00:00' },
        fields: () => [
          field('text', 'at', 'step.at', { hint: say('step.at_hint'), isRequired: true }),
          weekdays(),
        ],
        about: ({ at }) => at,
      },
      {
        name: 'time_pattern',
        title: 'step.time_pattern',
        drawing: mdiRepeatVariant,
        blank: { trigger: 'time_pattern', minutes: '/5' },
        fields: () => [
          field('text', 'hours', 'step.hours', { hint: say('step.pattern_hint') }),
          field('text', 'minutes', 'step.minutes'),
          field('text', 'seconds', 'step.seconds'),
        ],
        about: ({ hours, minutes, seconds }) =>
          [hours, minutes, seconds].map((one) => one ?? '–').join(' : '),
      },
      {
        name: 'sun',
        title: 'step.sun',
        drawing: mdiWeatherSunset,
        blank: { trigger: 'sun', event: 'sunset' },
        fields: () => [
          keywords(
            'event',
            'step.event_of_sun',
            { sunrise: 'step.sunrise', sunset: 'step.sunset' },
            { isRequired: true },
          ),
          field('duration', 'offset', 'step.offset', { isSigned: true }),
        ],
        about: ({ event }) => (event === 'sunrise' ? say('step.sunrise') : say('step.sunset')),
      },
      {
        name: 'calendar',
        title: 'step.calendar',
        drawing: mdiCalendar,
        blank: { trigger: 'calendar', event: 'start' },
        fields: () => [
          entities({ isMultiple: false, domains: ['calendar'] }),
          keywords(
            'event',
            'step.event_of_calendar',
            { start: 'step.begins', end: 'step.ends' },
            { isRequired: true },
          ),
          field('duration', 'offset', 'step.offset', { isSigned: true }),
        ],
        about: ({ entity_id }) => entity_id,
      },
    ],
  },
  {
    title: 'step.group_place',
    kinds: [
      {
        name: 'zone',
        title: 'step.zone',
        drawing: mdiMapMarkerRadius,
        blank: { trigger: 'zone', event: 'enter' },
        fields: () => [entities({ domains: ['person', 'device_tracker'] }), ...zonePassed()],
        about: ({ zone }) => zone,
      },
      {
        name: 'geo_location',
        title: 'step.geo_location',
        drawing: mdiMapMarkerPath,
        blank: { trigger: 'geo_location', event: 'enter' },
        fields: () => [field('text', 'source', 'step.source', { isRequired: true }), ...zonePassed()],
        about: ({ source }) => source,
      },
    ],
  },
  {
    title: 'step.group_messages',
    kinds: [
      {
        name: 'event',
        title: 'step.event',
        drawing: mdiCellphoneMessage,
        blank: { trigger: 'event' },
        fields: () => [
          field('text', 'event_type', 'events.type', { isRequired: true }),
          field('yaml', 'event_data', 'events.data'),
        ],
        about: ({ event_type }) => event_type,
      },
      {
        name: 'mqtt',
        title: 'step.mqtt',
        drawing: mdiTransitConnectionVariant,
        blank: { trigger: 'mqtt' },
        fields: () => [
          field('text', 'topic', 'mqtt.topic', { isRequired: true }),
          field('text', 'payload', 'step.payload'),
          field('long_text', 'value_template', 'step.value_template', { isCode: true }),
        ],
        about: ({ topic }) => topic,
      },
      {
        name: 'webhook',
        title: 'step.webhook',
        drawing: mdiWebhook,
        blank: { trigger: 'webhook' },
        fields: () => [
          field('text', 'webhook_id', 'step.webhook_id', { isRequired: true }),
          field('checks', 'allowed_methods', 'step.methods', {
            options: ['GET', 'POST', 'PUT', 'HEAD'].map((id) => ({ id, name: id })),
          }),
          field('boolean', 'local_only', 'step.local_only', { isRequired: false }),
        ],
        about: ({ webhook_id }) => webhook_id,
      },
      {
        name: 'tag',
        title: 'step.tag',
        drawing: mdiNfcVariant,
        blank: { trigger: 'tag' },
        fields: () => [field('text', 'tag_id', 'step.tag_id', { isRequired: true })],
        about: ({ tag_id }) => tag_id,
      },
      {
        name: 'conversation',
        title: 'step.conversation',
        drawing: mdiMicrophoneMessage,
        blank: { trigger: 'conversation', command: [] },
        fields: () => [
          field('list', 'command', 'step.sentences', { hint: say('step.sentences_hint'), isRequired: true }),
        ],
        about: ({ command }) => command,
      },
      {
        name: 'persistent_notification',
        title: 'step.notification',
        drawing: mdiMessageTextOutline,
        blank: { trigger: 'persistent_notification' },
        fields: () => [
          field('text', 'notification_id', 'step.notification_id'),
          field('checks', 'update_type', 'step.update_type', {
            options: [
              { id: 'added', name: say('step.added') },
              { id: 'updated', name: say('step.updated') },
              { id: 'removed', name: say('step.removed') },
              { id: 'current', name: say('step.current') },
            ],
          }),
        ],
      },
    ],
  },
  {
    title: 'step.group_more',
    kinds: [
      {
        name: 'template',
        title: 'step.template_title',
        drawing: mdiCodeBraces,
        blank: { trigger: 'template' },
        fields: () => [template(), durationField()],
        about: ({ value_template }) => value_template,
      },
      {
        name: 'homeassistant',
        title: 'step.homeassistant',
        drawing: mdiPowerCycle,
        blank: { trigger: 'homeassistant', event: 'start' },
        fields: () => [
          keywords(
            'event',
            'step.event_of_house',
            { start: 'step.start', shutdown: 'step.shutdown' },
            { isRequired: true },
          ),
        ],
        about: ({ event }) => (event === 'shutdown' ? say('step.shutdown') : say('step.start')),
      },
    ],
  },
];

/** The zone, and whether to trigger on entering or leaving. */
function zonePassed(): FormField[] {
  return [
    field('choose', 'zone', 'step.zone_of', { what: 'entity', domains: ['zone'], isRequired: true }),
    keywords(
      'event',
      'step.event_of_zone',
      { enter: 'step.enter', leave: 'step.leave' },
      { isRequired: true },
    ),
  ];
}
