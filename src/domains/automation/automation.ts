import { isoTime } from '../../core/clock.ts';
import { defineDomain, defineService, simpleService } from '../definition/define-domain.ts';
import { boolean, custom, strictBoolean } from '../definition/field.ts';
import { onOrOff } from '../definition/reproduce.ts';
import { variablesSchema } from '../definition/variables-schema.ts';

/** The values of an automation. */
export interface AutomationValues {
  readonly [key: string]: unknown;
  readonly enabled: boolean;
  /** In milliseconds since 1970. */
  readonly lastTriggered: number | null;
  /** The number of current runs, including queued ones. */
  readonly current: number;
}

/** How it was set up. */
export interface AutomationCapabilities {
  readonly [key: string]: unknown;
  readonly id?: string | undefined;
  readonly mode?: string | undefined;
  /** Maximum concurrent runs, in modes that allow several. */
  readonly max?: number | undefined;
  /** The problem with its configuration. */
  readonly error?: string | undefined;
}

/** Automations: something happens, and something is done. */
export const automationDomain = defineDomain<AutomationValues, AutomationCapabilities>({
  name: 'automation',
  title: 'Automation',
  states: ['on', 'off'],
  unrecorded: ['id', 'last_triggered', 'mode', 'current', 'max'],
  features: {},
  deviceClasses: [],
  attributes: {
    id: { description: 'The `id` in its file.', capability: true },
    error: { description: 'The error in its configuration.', capability: true },
    last_triggered: { description: 'When it was last triggered.' },
    mode: { description: 'The run mode: single, restart, queued or parallel.' },
    current: { description: 'The number of active runs.' },
    max: { description: 'The maximum number of simultaneous runs.' },
  },
  services: [
    simpleService('turn_on', { enabled: true }),
    defineService({
      name: 'turn_off',
      fields: {
        stop_actions: boolean({ default: true }),
      },
      plan: (_automation, { stop_actions = true }) => ({
        service: 'turn_off',
        fields: { stop_actions },
        patch: { enabled: false },
      }),
    }),
    defineService({
      name: 'toggle',
      fields: {},
      plan: ({ values }) => ({
        service: values.enabled ? 'turn_off' : 'turn_on',
        fields: { stop_actions: true },
        patch: { enabled: !values.enabled },
      }),
    }),
    defineService({
      name: 'trigger',
      fields: {
        skip_condition: strictBoolean({ default: true }),
        variables: custom(
          variablesSchema,
          { object: null },
          {
            advanced: true,
            example: { room: 'kitchen' },
          },
        ),
      },
      plan: (_automation, { skip_condition = true, variables = {} }) => ({
        service: 'trigger',
        fields: { skip_condition, variables },
        patch: {},
      }),
    }),
  ],
  reproduce: onOrOff,
  presentCapabilities: ({ id, error }) => ({ id, error }),
  present: ({ values, capabilities: { mode, max } }) => ({
    state: values.enabled ? 'on' : 'off',
    attributes: {
      last_triggered: values.lastTriggered === null ? null : isoTime(values.lastTriggered),
      mode,
      current: values.current,
      max,
    },
  }),
});
