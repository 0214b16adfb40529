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
import type { Word } from '../../words/catalog.ts';
import { say } from '../../words/say.ts';
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

const SUN: Readonly<Record<string, Word>> = { sunrise: 'step.sunrise', sunset: 'step.sunset' };

/** The conditions. */
export const CONDITION_GROUPS: readonly StepGroup[] = [
  {
    title: 'step.group_things',
    kinds: [
      purposeStep({
        name: 'purpose',
        title: 'step.purpose_condition',
        drawing: mdiGestureTapButton,
        key: 'condition',
      }),
      {
        name: 'state',
        title: 'step.state',
        drawing: mdiStateMachine,
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
        about: ({ entity_id }) => entity_id,
      },
      {
        name: 'numeric_state',
        title: 'step.numeric_state',
        drawing: mdiNumeric,
        blank: { condition: 'numeric_state' },
        fields: () => [
          ...bounds(),
          field('long_text', 'value_template', 'step.value_template', { isCode: true }),
        ],
        about: ({ entity_id }) => entity_id,
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
        drawing: mdiClockOutline,
        blank: { condition: 'time' },
        fields: () => [
          field('text', 'after', 'step.after', { hint: say('step.at_hint') }),
          field('text', 'before', 'step.before'),
          weekdays(),
        ],
        about: ({ after, before }) => [after, before].map((one) => one ?? '').join(' – '),
      },
      {
        name: 'sun',
        title: 'step.sun',
        drawing: mdiWeatherSunset,
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
        drawing: mdiCodeBraces,
        blank: { condition: 'template' },
        fields: () => [template()],
        about: ({ value_template }) => value_template,
      },
      {
        name: 'zone',
        title: 'step.zone',
        drawing: mdiMapMarkerRadius,
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
        about: ({ zone }) => zone,
      },
      {
        name: 'trigger',
        title: 'step.by_trigger',
        drawing: mdiFlash,
        blank: { condition: 'trigger' },
        fields: () => [
          field('several', 'id', 'step.trigger_id', { isRequired: true, isTyped: true, options: [] }),
        ],
        about: ({ id }) => id,
      },
    ],
  },
];

/** A condition that combines conditions; `and: […]` is the short form. */
function joined(name: 'and' | 'or' | 'not', title: Word, drawing: string): StepKind {
  return {
    name,
    title,
    drawing,
    blank: { condition: name, conditions: [] },
    fields: () => [steps('conditions', 'items.conditions', 'conditions')],
    toForm: (step): FormValues => {
      const { [name]: short, ...rest } = step;
      return short === undefined ? step : { condition: name, conditions: short, ...rest };
    },
  };
}
