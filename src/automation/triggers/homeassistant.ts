import type { TriggerKind } from '../config/trigger.ts';

/** `trigger: homeassistant`: the server has started or is about to stop. */
export const homeassistantTrigger: TriggerKind = {
  name: 'homeassistant',
  parse: (fields) => {
    const event = fields.oneOf('event', ['start', 'shutdown']);
    const [type, description] =
      event === 'start'
        ? ['homeassistant_started', 'Home Assistant starting']
        : ['homeassistant_stop', 'Home Assistant stopping'];
    return {
      attach: ({ setting, fire }) =>
        setting.events.onEvent(type, () => fire({ variables: { event }, description, context: null })),
    };
  },
};
