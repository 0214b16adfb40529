import {
  mdiArrowDecision,
  mdiCallSplit,
  mdiClockOutline,
  mdiDevices,
  mdiFlashOutline,
  mdiFormatListNumbered,
  mdiHandBackRightOutline,
  mdiMessageReplyTextOutline,
  mdiPalette,
  mdiPlayCircleOutline,
  mdiRepeat,
  mdiSourceBranch,
  mdiTimerSand,
  mdiTimerSandPaused,
  mdiVariable,
} from '@mdi/js';
import { say } from '../../texts/say.ts';
import type { FormField, FormValues } from '../form/form-field.ts';
import { actionFields, fromActionForm, toActionForm } from './action-form.ts';
import { deviceStep } from './device-step.ts';
import { field, keywords, type StepGroup, steps, template } from './step-kind.ts';

const WAYS = ['count', 'while', 'until', 'for_each'] as const;

/** The timeout of a wait, and whether to continue then. */
const timeout = (): readonly FormField[] => [
  field('duration', 'timeout', 'step.timeout', { hasDays: true }),
  field('boolean', 'continue_on_timeout', 'step.continue_on_timeout', {
    isRequired: false,
    hint: say('step.continue_on_timeout_hint'),
  }),
];

/** The actions. Conditions can be used as actions too. */
export const ACTION_GROUPS: readonly StepGroup[] = [
  {
    title: 'step.group_do',
    kinds: [
      {
        name: 'action',
        title: 'step.action',
        iconPath: mdiPlayCircleOutline,
        blank: { action: 'light.turn_on' },
        fields: (values, { services }) => actionFields(services, values),
        toForm: (step, { services }) => toActionForm(step, actionFields(services, step)),
        toStep: fromActionForm,
        summary: ({ action }) => action,
      },
      deviceStep('action', mdiDevices),
      {
        name: 'scene',
        title: 'step.scene',
        iconPath: mdiPalette,
        blank: { scene: '' },
        fields: () => [
          field('choose', 'scene', 'step.scene', { what: 'entity', domains: ['scene'], isRequired: true }),
        ],
        summary: ({ scene }) => scene,
      },
      {
        name: 'event',
        title: 'step.fire',
        iconPath: mdiFlashOutline,
        blank: { event: '' },
        fields: () => [
          field('text', 'event', 'events.type', { isRequired: true }),
          field('yaml', 'event_data', 'events.data'),
        ],
        summary: ({ event }) => event,
      },
      {
        name: 'set_conversation_response',
        title: 'step.respond',
        iconPath: mdiMessageReplyTextOutline,
        blank: { set_conversation_response: '' },
        fields: () => [template('set_conversation_response', 'step.response')],
      },
    ],
  },
  {
    title: 'step.group_wait',
    kinds: [
      {
        name: 'delay',
        title: 'step.delay',
        iconPath: mdiTimerSand,
        blank: { delay: '00:00:00' },
        fields: () => [field('duration', 'delay', 'helpers.duration', { isRequired: true, hasDays: true })],
        summary: ({ delay }) => (typeof delay === 'object' ? undefined : delay),
      },
      {
        name: 'wait_template',
        title: 'step.wait_template',
        iconPath: mdiTimerSandPaused,
        blank: { wait_template: '' },
        fields: () => [template('wait_template'), ...timeout()],
        summary: ({ wait_template }) => wait_template,
      },
      {
        name: 'wait_for_trigger',
        title: 'step.wait_for_trigger',
        iconPath: mdiClockOutline,
        blank: { wait_for_trigger: [] },
        fields: () => [steps('wait_for_trigger', 'step.one_of_these', 'triggers'), ...timeout()],
      },
    ],
  },
  {
    title: 'step.group_flow',
    kinds: [
      {
        name: 'if',
        title: 'step.if',
        iconPath: mdiCallSplit,
        // biome-ignore lint/suspicious/noThenProperty: the key of the step is called so.
        blank: { if: [], then: [] },
        fields: () => [
          steps('if', 'step.if_these', 'conditions'),
          steps('then', 'items.actions', 'actions'),
          steps('else', 'step.else', 'actions'),
        ],
      },
      {
        name: 'choose',
        title: 'step.choose',
        iconPath: mdiArrowDecision,
        blank: { choose: [{ conditions: [], sequence: [] }] },
        fields: () => [
          field('rows', 'choose', 'step.options', {
            add: say('step.add_option'),
            title: (number: number) => say('step.option', { number }),
            fields: [
              steps('conditions', 'step.if_these', 'conditions'),
              steps('sequence', 'items.actions', 'actions'),
            ],
          }),
          steps('default', 'step.otherwise', 'actions'),
        ],
        toForm: ({ choose, ...rest }) => ({
          ...rest,
          choose: choose === undefined || choose === null ? [] : [choose].flat(),
        }),
      },
      {
        name: 'repeat',
        title: 'step.repeat',
        iconPath: mdiRepeat,
        blank: { repeat: { count: 3, sequence: [] } },
        fields: () => [
          keywords(
            'way',
            'step.repeat_how',
            { count: 'step.count', while: 'step.while', until: 'step.until', for_each: 'step.for_each' },
            { isRequired: true },
          ),
          field('number', 'count', 'step.times', { min: 1, step: 1, isFor: isWay('count') }),
          steps('while', 'step.while_these', 'conditions', { isFor: isWay('while') }),
          steps('until', 'step.until_these', 'conditions', { isFor: isWay('until') }),
          field('yaml', 'for_each', 'step.items', { hint: say('step.items_hint'), isFor: isWay('for_each') }),
          steps('sequence', 'step.each_time', 'actions'),
        ],
        toForm: ({ repeat, ...rest }) => {
          const inner = (repeat ?? {}) as FormValues;
          return { ...rest, ...inner, way: WAYS.find((one) => inner[one] !== undefined) ?? 'count' };
        },
        toStep: ({ way, sequence = [], count, while: during, until, for_each, ...rest }) => {
          const by: FormValues = { count, while: during, until, for_each };
          const blanks: FormValues = { count: 1, while: [], until: [], for_each: [] };
          const key = String(way);
          return { ...rest, repeat: { [key]: by[key] ?? blanks[key], sequence } };
        },
        summary: ({ way, count }) => (way === 'count' ? `${String(count ?? 1)} ×` : undefined),
      },
      {
        name: 'parallel',
        title: 'step.parallel',
        iconPath: mdiSourceBranch,
        blank: { parallel: [] },
        fields: () => [steps('parallel', 'step.at_once', 'actions')],
      },
      {
        name: 'sequence',
        title: 'step.sequence',
        iconPath: mdiFormatListNumbered,
        blank: { sequence: [] },
        fields: () => [steps('sequence', 'items.actions', 'actions')],
      },
      {
        name: 'stop',
        title: 'step.stop',
        iconPath: mdiHandBackRightOutline,
        blank: { stop: '' },
        fields: () => [
          field('text', 'stop', 'step.reason'),
          field('boolean', 'error', 'step.as_error', { isRequired: false }),
          field('text', 'response_variable', 'step.response_variable'),
        ],
        summary: ({ stop }) => stop,
      },
      {
        name: 'variables',
        title: 'step.variables',
        iconPath: mdiVariable,
        blank: { variables: {} },
        fields: () => [field('yaml', 'variables', 'step.variables', { hint: say('step.variables_hint') })],
        summary: ({ variables }) =>
          typeof variables === 'object' && variables !== null ? Object.keys(variables) : undefined,
      },
    ],
  },
];

function isWay(way: string): (values: FormValues) => boolean {
  return (values) => values.way === way;
}
