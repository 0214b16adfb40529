import { fault } from '../../../core/errors.ts';
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
      throw fault('home_assistant_error', 'scene_has_no_payload_on', { entity_id: entity.id });
    return { messages: [{ topic: config.command_topic, payload: config.payload_on }], patch };
  },
});
