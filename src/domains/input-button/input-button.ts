import { isoTime } from '../../core/clock.ts';
import { PRESS } from '../button/button.ts';
import { defineDomain } from '../definition/define-domain.ts';
import { unlisted } from '../definition/device-automations.ts';

/** When an input button was last pressed, in milliseconds since 1970. */
export interface InputButtonValues {
  readonly [key: string]: unknown;
  readonly pressed: number | null;
}

/** Buttons created by users for their automations. */
export const inputButtonDomain = defineDomain<InputButtonValues, Record<string, never>>({
  name: 'input_button',
  title: 'Input button',
  states: 'The time of the last press.',
  unrecorded: ['editable'],
  features: {},
  deviceClasses: [],
  attributes: {
    editable: {
      description: 'Whether it was created in the app, not in the settings file.',
      capability: true,
    },
  },
  services: [
    {
      name: 'press',
      fields: {},
      plan: (_entity, _fields, { now }) => ({ service: 'press', fields: {}, patch: { pressed: now } }),
    },
  ],
  deviceAutomations: { actions: unlisted(PRESS) },
  present: ({ values }) => ({
    state: values.pressed === null ? null : isoTime(values.pressed),
    attributes: {},
  }),
});
