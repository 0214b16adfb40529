import { isoTime } from '../../core/clock.ts';
import { defineDomain, defineService, type EntityView } from '../definition/define-domain.ts';

/** The reported values of a button: the last press, in milliseconds since 1970. */
export interface ButtonValues {
  readonly [key: string]: unknown;
  readonly pressed_at: number | null;
}

/** Buttons that make a device do something. */
export const buttonDomain = defineDomain<ButtonValues, Record<string, never>>({
  name: 'button',
  title: 'Button',
  states: 'When it was pressed last, in ISO 8601.',
  features: {},
  deviceClasses: ['identify', 'restart', 'update'],
  attributes: {},
  services: [
    defineService({
      name: 'press',
      description: 'Presses buttons.',
      fields: {},
      plan: (_button: EntityView<ButtonValues, Record<string, never>>, _fields, { now }) => ({
        service: 'press',
        fields: {},
        patch: { pressed_at: now },
      }),
    }),
  ],
  present: ({ values: { pressed_at } }) => ({
    state: pressed_at == null ? null : isoTime(pressed_at),
    attributes: {},
  }),
});
