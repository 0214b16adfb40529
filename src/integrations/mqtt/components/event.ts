import { eventDomain } from '../../../domains/event/event.ts';
import { isJsonObject, member, readJson } from '../client/payload-json.ts';
import { defineComponent, NONE } from '../entity/component.ts';
import { pythonText, stateTopic, template, textList, word } from '../schema/config-values.ts';
import { entityConfig } from '../schema/entity-schema.ts';

/** Events reported over MQTT. Retained messages are past events and ignored. */
export const eventComponent = defineComponent({
  name: 'event',
  domain: eventDomain,
  schema: entityConfig({
    state_topic: stateTopic,
    value_template: template.optional(),
    event_types: textList,
    device_class: word(eventDomain.deviceClasses).optional(),
  }),
  describe: (config) => ({
    kind: 'MQTT Event',
    deviceClass: config.device_class,
    isNamedByClass: true,
    capabilities: { event_types: config.event_types },
    values: { at: null, event_type: null, data: {} },
    restoresValues: true,
    blockedAttributes: ['event_type', 'event_types'],
  }),
  readings: (config) => [
    {
      topic: config.state_topic,
      template: config.value_template,
      needsTemplate: true,
      isMain: true,
      skipsRetained: true,
      read: (payload, context) => {
        if (payload === '' || payload === NONE) return null;
        const json = config.value_template === undefined ? context.message.json() : readJson(payload);
        if (json === undefined || !isJsonObject(json)) return context.warn('it is no JSON object');
        if (Object.keys(json).length === 0) return null;
        const type = pythonText(member(json, 'event_type'));
        if (type === undefined || !config.event_types.includes(type))
          return context.warn('it has none of the event types');
        const data = Object.fromEntries(Object.entries(json).filter(([name]) => name !== 'event_type'));
        return { at: context.now, event_type: type, data };
      },
    },
  ],
});
