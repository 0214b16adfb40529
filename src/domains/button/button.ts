import { isoTime } from '../../core/clock.ts';
import { defineDomain, defineService, type EntityView } from '../definition/define-domain.ts';
import { plainAction } from '../definition/device-automations.ts';
import { target } from '../definition/entity-triggers.ts';

/** The reported values of a button: the last press, in milliseconds since 1970. */
export interface ButtonValues {
  readonly [key: string]: unknown;
  readonly pressed_at: number | null;
}

/** The press action. */
export const PRESS = [plainAction('press')];

/** Buttons that make a device do something. */
export const buttonDomain = defineDomain<ButtonValues, Record<string, never>>({
  name: 'button',
  title: 'Button',
  states: 'The time of the last press, in ISO 8601.',
  features: {},
  deviceClasses: ['identify', 'restart', 'update'],
  attributes: {},
  services: [
    defineService({
      name: 'press',
      fields: {},
      plan: (_button: EntityView<ButtonValues, Record<string, never>>, _fields, { now }) => ({
        service: 'press',
        fields: {},
        patch: { pressed_at: now },
      }),
    }),
  ],
  deviceAutomations: {
    triggers: [{ type: 'pressed', is: 'state', keys: [], config: () => ({ to: null }) }],
    actions: PRESS,
  },
  entityTriggers: { happens: { pressed: { target: target('button', 'input_button'), fromUnknown: true } } },
  present: ({ values: { pressed_at } }) => ({
    state: pressed_at == null ? null : isoTime(pressed_at),
    attributes: {},
  }),
});
