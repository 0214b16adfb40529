import { defineDomain, type EntityView, simpleService } from './define-domain.ts';

/** What a switch reports; null while it has not said. */
export interface SwitchValues {
  readonly [key: string]: unknown;
  readonly on: boolean | null;
}

/** Switches: on or off, nothing else. */
export const switchDomain = defineDomain<SwitchValues, Record<string, never>>({
  name: 'switch',
  title: 'Switch',
  states: ['on', 'off'],
  features: {},
  deviceClasses: ['outlet', 'switch'],
  attributes: {},
  services: [
    simpleService<SwitchValues>('turn_on', 'Turns one or more switches on.', { on: true }),
    simpleService<SwitchValues>('turn_off', 'Turns one or more switches off.', { on: false }),
    {
      name: 'toggle',
      description: 'Turns switches that are on off, and others on.',
      fields: {},
      plan: (entity: EntityView<SwitchValues>) =>
        entity.values.on === true
          ? { service: 'turn_off', fields: {}, patch: { on: false } }
          : { service: 'turn_on', fields: {}, patch: { on: true } },
    },
  ],
  present: ({ values }) => ({ state: onOff(values.on), attributes: {} }),
});

/** `on` or `off`, null while not known. */
export function onOff(on: boolean | null | undefined): string | null {
  if (on === null || on === undefined) return null;
  return on ? 'on' : 'off';
}
