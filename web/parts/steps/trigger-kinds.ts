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
import { say } from '../../texts/say.ts';
import type { FormField } from '../form/form-field.ts';
import { deviceStep } from './device-step.ts';
import { newWebhookId } from './new-webhook-id.ts';
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
      purposeStep({ name: 'purpose', title: 'step.purpose', iconPath: mdiGestureTapButton, key: 'trigger' }),
      {
        name: 'state',
        title: 'step.state',
        iconPath: mdiStateMachine,
        blank: { trigger: 'state' },
        fields: (values) => [
          entities(),
          field('state', 'from', 'step.from', { isMultiple: true, attribute: values.attribute }),
          field('state', 'to', 'step.to', { isMultiple: true, attribute: values.attribute }),
          field('attribute', 'attribute', 'step.attribute'),
          durationField(),
        ],
        summary: ({ entity_id }) => entity_id,
      },
      {
        name: 'numeric_state',
        title: 'step.numeric_state',
        iconPath: mdiNumeric,
        blank: { trigger: 'numeric_state' },
        fields: () => [
          ...bounds(),
          field('long_text', 'value_template', 'step.value_template', { isCode: true }),
          durationField(),
        ],
        summary: ({ entity_id }) => entity_id,
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
        iconPath: mdiClockOutline,
        blank: { trigger: 'time', at: '07:00:00' },
        fields: () => [
          field('text', 'at', 'step.at', { hint: say('step.at_hint'), isRequired: true }),
          weekdays(),
        ],
        summary: ({ at }) => at,
      },
      {
        name: 'time_pattern',
        title: 'step.time_pattern',
        iconPath: mdiRepeatVariant,
        blank: { trigger: 'time_pattern', minutes: '/5' },
        fields: () => [
          field('text', 'hours', 'step.hours', { hint: say('step.pattern_hint') }),
          field('text', 'minutes', 'step.minutes'),
          field('text', 'seconds', 'step.seconds'),
        ],
        summary: ({ hours, minutes, seconds }) =>
          [hours, minutes, seconds].map((one) => one ?? '–').join(' : '),
      },
      {
        name: 'sun',
        title: 'step.sun',
        iconPath: mdiWeatherSunset,
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
        summary: ({ event }) => (event === 'sunrise' ? say('step.sunrise') : say('step.sunset')),
      },
      {
        name: 'calendar',
        title: 'step.calendar',
        iconPath: mdiCalendar,
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
        summary: ({ entity_id }) => entity_id,
      },
    ],
  },
  {
    title: 'step.group_place',
    kinds: [
      {
        name: 'zone',
        title: 'step.zone',
        iconPath: mdiMapMarkerRadius,
        blank: { trigger: 'zone', event: 'enter' },
        fields: () => [entities({ domains: ['person', 'device_tracker'] }), ...zonePassed()],
        summary: ({ zone }) => zone,
      },
      {
        name: 'geo_location',
        title: 'step.geo_location',
        iconPath: mdiMapMarkerPath,
        blank: { trigger: 'geo_location', event: 'enter' },
        fields: () => [field('text', 'source', 'step.source', { isRequired: true }), ...zonePassed()],
        summary: ({ source }) => source,
      },
    ],
  },
  {
    title: 'step.group_messages',
    kinds: [
      {
        name: 'event',
        title: 'step.event',
        iconPath: mdiCellphoneMessage,
        blank: { trigger: 'event' },
        fields: () => [
          field('text', 'event_type', 'events.type', { isRequired: true }),
          field('yaml', 'event_data', 'events.data'),
        ],
        summary: ({ event_type }) => event_type,
      },
      {
        name: 'mqtt',
        title: 'step.mqtt',
        iconPath: mdiTransitConnectionVariant,
        blank: { trigger: 'mqtt' },
        fields: () => [
          field('text', 'topic', 'mqtt.topic', { isRequired: true }),
          field('text', 'payload', 'step.payload'),
          field('long_text', 'value_template', 'step.value_template', { isCode: true }),
        ],
        summary: ({ topic }) => topic,
      },
      {
        name: 'webhook',
        title: 'step.webhook',
        iconPath: mdiWebhook,
        get blank() {
          const allowed_methods = ['POST', 'PUT'];
          return { trigger: 'webhook', webhook_id: newWebhookId(), allowed_methods, local_only: true };
        },
        fields: () => [
          field('text', 'webhook_id', 'step.webhook_id', {
            hint: say('step.webhook_hint'),
            isRequired: true,
          }),
          field('checks', 'allowed_methods', 'step.methods', {
            options: ['GET', 'POST', 'PUT', 'HEAD'].map((id) => ({ id, name: id })),
          }),
          field('boolean', 'local_only', 'step.local_only', { isRequired: false }),
        ],
        summary: ({ webhook_id }) => webhook_id,
      },
      {
        name: 'tag',
        title: 'step.tag',
        iconPath: mdiNfcVariant,
        blank: { trigger: 'tag' },
        fields: () => [field('text', 'tag_id', 'step.tag_id', { isRequired: true })],
        summary: ({ tag_id }) => tag_id,
      },
      {
        name: 'conversation',
        title: 'step.conversation',
        iconPath: mdiMicrophoneMessage,
        blank: { trigger: 'conversation', command: [] },
        fields: () => [
          field('list', 'command', 'step.sentences', { hint: say('step.sentences_hint'), isRequired: true }),
        ],
        summary: ({ command }) => command,
      },
      {
        name: 'persistent_notification',
        title: 'step.notification',
        iconPath: mdiMessageTextOutline,
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
        iconPath: mdiCodeBraces,
        blank: { trigger: 'template' },
        fields: () => [template(), durationField()],
        summary: ({ value_template }) => value_template,
      },
      {
        name: 'homeassistant',
        title: 'step.homeassistant',
        iconPath: mdiPowerCycle,
        blank: { trigger: 'homeassistant', event: 'start' },
        fields: () => [
          keywords(
            'event',
            'step.event_of_house',
            { start: 'step.start', shutdown: 'step.shutdown' },
            { isRequired: true },
          ),
        ],
        summary: ({ event }) => (event === 'shutdown' ? say('step.shutdown') : say('step.start')),
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
