import { z } from 'zod';
import { schemaError } from '../../core/schema-error.ts';
import { type Command, defineDomain, defineService, type EntityView } from '../definition/define-domain.ts';
import { ON_OFF_DEVICE } from '../definition/device-automations.ts';
import { boolean, custom, float, integer, text, textListSchema } from '../definition/field.ts';
import { onOrOff, requestedChange, step } from '../definition/reproduce.ts';
import { ON_OFF_TRIGGERS } from '../definition/state-tests.ts';
import { onOff } from '../switch/switch.ts';

/** The reported values of a remote control; null while unknown. */
export interface RemoteValues {
  readonly [key: string]: unknown;
  readonly on: boolean | null;
  readonly current_activity?: string | null;
}

/** The capabilities of a remote control. */
export interface RemoteCapabilities {
  readonly [key: string]: unknown;
  readonly activity_list?: readonly string[];
}

type RemoteView = EntityView<RemoteValues, RemoteCapabilities>;

const activity = text({ example: 'Watch TV', filter: { features: ['activity'] } });

const commandsSchema: z.ZodType<readonly string[]> = z.union([z.null().transform(() => []), textListSchema], {
  error: schemaError('expects_texts'),
});

const device = text({ example: 'television' });

const seconds = { min: 0, max: 60, step: 0.1, unit_of_measurement: 'seconds', mode: 'slider' };

/** Remote controls that send commands to other devices. */
export const remoteDomain = defineDomain<RemoteValues, RemoteCapabilities>({
  name: 'remote',
  title: 'Remote',
  states: ['on', 'off'],
  unrecorded: ['activity_list'],
  features: { learn_command: 1, delete_command: 2, activity: 4 },
  deviceClasses: [],
  attributes: {
    activity_list: { description: 'The available activities.' },
    current_activity: { description: 'The current activity, or null.' },
  },
  services: [
    defineService({
      name: 'turn_on',
      fields: { activity },
      plan: (remote: RemoteView, fields) => power(remote, true, fields.activity),
    }),
    defineService({
      name: 'turn_off',
      fields: { activity },
      plan: (remote: RemoteView, fields) => power(remote, false, fields.activity),
    }),
    defineService({
      name: 'toggle',
      fields: { activity },
      plan: (remote: RemoteView, fields) => power(remote, remote.values.on !== true, fields.activity),
    }),
    defineService({
      name: 'send_command',
      fields: {
        device,
        command: custom(commandsSchema, { object: {} }, { required: true, example: 'Play' }),
        num_repeats: integer({ min: 0, formMax: 255, default: 1 }),
        delay_secs: float({ default: 0.4, selector: { number: seconds } }),
        hold_secs: float({ default: 0, selector: { number: seconds } }),
      },
      plan: (_remote: RemoteView, fields): Command<RemoteValues> => ({
        service: 'send_command',
        fields: { num_repeats: 1, delay_secs: 0.4, hold_secs: 0, ...fields },
        patch: {},
      }),
    }),
    defineService({
      name: 'learn_command',
      fields: {
        device,
        command: custom(commandsSchema, { object: {} }, { example: 'Turn on' }),
        command_type: text({ default: 'ir', selector: { select: { options: ['ir', 'rf'] } } }),
        alternative: boolean({}),
        timeout: integer({ min: 0, formMax: 60, unit: 'seconds', step: 5 }),
      },
      plan: (_remote: RemoteView, fields): Command<RemoteValues> => ({
        service: 'learn_command',
        fields: { ...fields },
        patch: {},
      }),
    }),
    defineService({
      name: 'delete_command',
      fields: {
        device,
        command: custom(commandsSchema, { object: {} }, { required: true, example: 'Mute' }),
      },
      plan: (_remote: RemoteView, fields): Command<RemoteValues> => ({
        service: 'delete_command',
        fields: { ...fields },
        patch: {},
      }),
    }),
  ],
  reproduce: (present, requested) => {
    const activity = requestedChange(present, requested, 'current_activity');
    if (requested.state !== 'on' || activity === undefined) return onOrOff(present, requested);
    return [step('turn_on', { activity })];
  },
  deviceAutomations: ON_OFF_DEVICE,
  entityTriggers: ON_OFF_TRIGGERS,
  presentCapabilities: () => ({}),
  present: ({ values, capabilities, features }) => ({
    state: onOff(values.on),
    attributes: features.has('activity')
      ? {
          activity_list: capabilities.activity_list ?? null,
          current_activity: values.current_activity ?? null,
        }
      : {},
  }),
});

function power(remote: RemoteView, on: boolean, activity: string | undefined): Command<RemoteValues> {
  const under = remote.features.has('activity') ? { current_activity: on ? (activity ?? null) : null } : {};
  return {
    service: on ? 'turn_on' : 'turn_off',
    fields: activity === undefined ? {} : { activity },
    patch: { on, ...(on && activity === undefined ? {} : under) },
  };
}
