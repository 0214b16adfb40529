import type { TriggerKind } from '../config/trigger.ts';
import { eventValue } from './event.ts';

/** `trigger: tag`: a tag is scanned. */
export const tagTrigger: TriggerKind = {
  name: 'tag',
  parse: (fields) => {
    const tags = new Set<unknown>(fields.texts('tag_id'));
    const devices =
      fields.raw('device_id') === undefined ? undefined : new Set<unknown>(fields.texts('device_id'));
    return {
      attach: ({ setting, fire }) =>
        setting.events.onEvent('tag_scanned', (event) => {
          const { tag_id: tag, device_id: device } = event.data;
          if (!tags.has(tag) || devices?.has(device) === false) return;
          fire({
            variables: { event: eventValue(event, setting.rendering) },
            description: 'Tag scanned',
            context: event.context,
          });
        }),
    };
  },
};
