import {
  mdiAmpersand,
  mdiClockOutline,
  mdiCodeBraces,
  mdiDevices,
  mdiFlash,
  mdiGateOr,
  mdiGestureTapButton,
  mdiMapMarkerRadius,
  mdiNotEqualVariant,
  mdiNumeric,
  mdiStateMachine,
  mdiWeatherSunset,
} from '@mdi/js';
import type { TextKey } from '../../texts/catalog.ts';
import { say } from '../../texts/say.ts';
import type { FormValues } from '../form/form-field.ts';
import { deviceStep } from './device-step.ts';
import { purposeStep } from './purpose-form.ts';
import {
  bounds,
  durationField,
  entities,
  field,
  keywords,
  type StepGroup,
  type StepKind,
  steps,
  template,
  weekdays,
} from './step-kind.ts';

const SUN: Readonly<Record<string, TextKey>> = { sunrise: 'step.sunrise', sunset: 'step.sunset' };

/** The conditions. */
export const CONDITION_GROUPS: readonly StepGroup[] = [
  {
    title: 'step.group_things',
    kinds: [
      purposeStep({
        name: 'purpose',
        title: 'step.purpose_condition',
        iconPath: mdiGestureTapButton,
        key: 'condition',
      }),
      {
        name: 'state',
        title: 'step.state',
        iconPath: mdiStateMachine,
        blank: { condition: 'state' },
        fields: (values) => [
          entities(),
          field('state', 'state', 'step.state_is', {
            isMultiple: true,
            isRequired: true,
            attribute: values.attribute,
          }),
          field('attribute', 'attribute', 'step.attribute'),
          durationField(),
          keywords('match', 'step.match', { all: 'step.match_all', any: 'step.match_any' }),
        ],
        summary: ({ entity_id }) => entity_id,
      },
      {
        name: 'numeric_state',
        title: 'step.numeric_state',
        iconPath: mdiNumeric,
        blank: { condition: 'numeric_state' },
        fields: () => [
          ...bounds(),
          field('long_text', 'value_template', 'step.value_template', { isCode: true }),
        ],
        summary: ({ entity_id }) => entity_id,
      },
      deviceStep('condition', mdiDevices),
    ],
  },
  {
    title: 'step.group_time',
    kinds: [
      {
        name: 'time',
        title: 'step.time',
        iconPath: mdiClockOutline,
        blank: { condition: 'time' },
        fields: () => [
          field('text', 'after', 'step.after', { hint: say('step.at_hint') }),
          field('text', 'before', 'step.before'),
          weekdays(),
        ],
        summary: ({ after, before }) => [after, before].map((one) => one ?? '').join(' – '),
      },
      {
        name: 'sun',
        title: 'step.sun',
        iconPath: mdiWeatherSunset,
        blank: { condition: 'sun', after: 'sunset' },
        fields: () => [
          keywords('after', 'step.after', SUN),
          field('duration', 'after_offset', 'step.after_offset', { isSigned: true }),
          keywords('before', 'step.before', SUN),
          field('duration', 'before_offset', 'step.before_offset', { isSigned: true }),
        ],
      },
    ],
  },
  {
    title: 'step.group_joined',
    kinds: [
      joined('and', 'step.and', mdiAmpersand),
      joined('or', 'step.or', mdiGateOr),
      joined('not', 'step.not', mdiNotEqualVariant),
    ],
  },
  {
    title: 'step.group_more',
    kinds: [
      {
        name: 'template',
        title: 'step.template_title',
        iconPath: mdiCodeBraces,
        blank: { condition: 'template' },
        fields: () => [template()],
        summary: ({ value_template }) => value_template,
      },
      {
        name: 'zone',
        title: 'step.zone',
        iconPath: mdiMapMarkerRadius,
        blank: { condition: 'zone' },
        fields: () => [
          entities({ domains: ['person', 'device_tracker'] }),
          field('choose', 'zone', 'step.zone_of', {
            what: 'entity',
            domains: ['zone'],
            isMultiple: true,
            isRequired: true,
          }),
        ],
        summary: ({ zone }) => zone,
      },
      {
        name: 'trigger',
        title: 'step.by_trigger',
        iconPath: mdiFlash,
        blank: { condition: 'trigger' },
        fields: () => [
          field('several', 'id', 'step.trigger_id', { isRequired: true, isTyped: true, options: [] }),
        ],
        summary: ({ id }) => id,
      },
    ],
  },
];

/** A condition that combines conditions; `and: […]` is the short form. */
function joined(name: 'and' | 'or' | 'not', title: TextKey, iconPath: string): StepKind {
  return {
    name,
    title,
    iconPath,
    blank: { condition: name, conditions: [] },
    fields: () => [steps('conditions', 'items.conditions', 'conditions')],
    toForm: (step): FormValues => {
      const { [name]: short, ...rest } = step;
      return short === undefined ? step : { condition: name, conditions: short, ...rest };
    },
  };
}
