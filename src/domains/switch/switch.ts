import { defineDomain, type EntityService, simpleService, type Values } from '../definition/define-domain.ts';
import { ON_OFF_DEVICE } from '../definition/device-automations.ts';
import { target } from '../definition/entity-triggers.ts';
import { onOrOff } from '../definition/reproduce.ts';
import { ON_OFF_TRIGGERS } from '../definition/state-tests.ts';

/** The reported values of a switch; null while unknown. */
export interface SwitchValues {
  readonly [key: string]: unknown;
  readonly on: boolean | null;
}

/** `turn_on`, `turn_off` and `toggle` of on/off entities. */
export function onOffServices(): EntityService<SwitchValues, Values>[] {
  const [on, off] = [
    { service: 'turn_on', fields: {}, patch: { on: true } },
    { service: 'turn_off', fields: {}, patch: { on: false } },
  ];
  return [
    simpleService<SwitchValues>('turn_on', { on: true }),
    simpleService<SwitchValues>('turn_off', { on: false }),
    {
      name: 'toggle',
      fields: {},
      plan: ({ values }) => (values.on === true ? off : on),
    },
  ];
}

/** Switches: on or off, nothing else. */
export const switchDomain = defineDomain<SwitchValues, Record<string, never>>({
  name: 'switch',
  title: 'Switch',
  states: ['on', 'off'],
  features: {},
  deviceClasses: ['outlet', 'switch'],
  attributes: {},
  services: onOffServices(),
  reproduce: onOrOff,
  deviceAutomations: ON_OFF_DEVICE,
  entityTriggers: { ...ON_OFF_TRIGGERS, target: target('switch', 'input_boolean') },
  present: ({ values }) => ({ state: onOff(values.on), attributes: {} }),
});

/** `on` or `off`, null while not known. */
export function onOff(on: boolean | null | undefined): string | null {
  if (on === null || on === undefined) return null;
  return on ? 'on' : 'off';
}
