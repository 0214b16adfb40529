import { isoTime } from '../../core/clock.ts';
import { defineDomain, defineService } from '../definition/define-domain.ts';
import { custom } from '../definition/field.ts';
import { variablesSchema } from '../definition/variables-schema.ts';

/** The values of a script. */
export interface ScriptValues {
  readonly [key: string]: unknown;
  /** In milliseconds since 1970. */
  readonly lastTriggered: number | null;
  /** The number of current runs, including queued ones. */
  readonly current: number;
  /** The current step. */
  readonly lastAction: string | null;
}

/** How it was set up. */
export interface ScriptCapabilities {
  readonly [key: string]: unknown;
  readonly mode?: string | undefined;
  /** Maximum concurrent runs, in modes that allow several. */
  readonly max?: number | undefined;
  /** The problem with its configuration. */
  readonly error?: string | undefined;
}

const variables = custom(
  variablesSchema,
  { object: null },
  {
    example: { room: 'kitchen' },
  },
);

/** Scripts: actions to be called by name. */
export const scriptDomain = defineDomain<ScriptValues, ScriptCapabilities>({
  name: 'script',
  title: 'Script',
  states: ['on', 'off'],
  unrecorded: ['last_triggered', 'mode', 'current', 'max', 'last_action'],
  features: {},
  deviceClasses: [],
  attributes: {
    error: { description: 'The error in its configuration.', capability: true },
    last_triggered: { description: 'When it was last triggered.' },
    last_action: { description: 'The current step, while it is running.' },
    mode: { description: 'The run mode: single, restart, queued or parallel.' },
    current: { description: 'The number of active runs.' },
    max: { description: 'The maximum number of simultaneous runs.' },
  },
  services: [
    defineService({
      name: 'turn_on',
      fields: { variables },
      plan: (_script, given) => ({
        service: 'turn_on',
        fields: { variables: given.variables ?? {} },
        patch: {},
      }),
    }),
    defineService({
      name: 'turn_off',
      fields: { variables },
      plan: () => ({ service: 'turn_off', fields: {}, patch: {} }),
    }),
    defineService({
      name: 'toggle',
      fields: { variables },
      plan: ({ values }, given) => ({
        service: values.current > 0 ? 'turn_off' : 'turn_on',
        fields: { variables: given.variables ?? {} },
        patch: {},
      }),
    }),
  ],
  presentCapabilities: ({ error }) => ({ error }),
  present: ({ values, capabilities: { mode, max } }) => ({
    state: values.current > 0 ? 'on' : 'off',
    attributes: {
      last_triggered: values.lastTriggered === null ? null : isoTime(values.lastTriggered),
      mode,
      current: values.current,
      max,
      ...(values.current > 0 && values.lastAction !== null ? { last_action: values.lastAction } : {}),
    },
  }),
});
