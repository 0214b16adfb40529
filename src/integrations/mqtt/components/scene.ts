import { HubError } from '../../../core/errors.ts';
import { sceneDomain } from '../../../domains/scene/scene.ts';
import { defineComponent } from '../entity/component.ts';
import { commandTopic, flag, text } from '../schema/config-values.ts';
import { entityConfig } from '../schema/entity-schema.ts';

/** Scenes stored on a device; one without a payload is shown but cannot be activated. */
export const sceneComponent = defineComponent({
  name: 'scene',
  domain: sceneDomain,
  schema: entityConfig({
    command_topic: commandTopic,
    payload_on: text.optional(),
    retain: flag.default(false),
  }),
  describe: () => ({ kind: 'MQTT Scene', values: { activated: null }, restoresValues: true }),
  readings: () => [],
  command: ({ patch }, { config, entity }) => {
    if (config.payload_on === undefined)
      throw new HubError('home_assistant_error', `The scene ${entity.id} has no payload_on`);
    return { messages: [{ topic: config.command_topic, payload: config.payload_on }], patch };
  },
});
