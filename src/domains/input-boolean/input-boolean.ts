import { defineDomain } from '../definition/define-domain.ts';
import { ON_OFF_ACTIONS, unlisted } from '../definition/device-automations.ts';
import { onOrOff } from '../definition/reproduce.ts';
import { onOff, onOffServices, type SwitchValues } from '../switch/switch.ts';

/** Switches that people make for themselves: guests are here, holidays are on. */
export const inputBooleanDomain = defineDomain<SwitchValues, Record<string, never>>({
  name: 'input_boolean',
  title: 'Input boolean',
  states: ['on', 'off'],
  unrecorded: ['editable'],
  features: {},
  deviceClasses: [],
  attributes: {
    editable: {
      description: 'Whether it was created in the app, not in the settings file.',
      capability: true,
    },
  },
  services: onOffServices(),
  reproduce: onOrOff,
  deviceAutomations: { actions: unlisted(ON_OFF_ACTIONS) },
  present: ({ values }) => ({ state: onOff(values.on), attributes: {} }),
});
