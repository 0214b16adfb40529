import { buttonDomain } from '../../../domains/button/button.ts';
import { defineComponent } from '../entity/component.ts';
import { commandTopic, deviceClass, flag, template, text } from '../schema/config-values.ts';
import { entityConfig } from '../schema/entity-schema.ts';

/** Buttons over MQTT. */
export const buttonComponent = defineComponent({
  name: 'button',
  domain: buttonDomain,
  schema: entityConfig({
    command_topic: commandTopic,
    command_template: template.optional(),
    payload_press: text.default('PRESS'),
    device_class: deviceClass(buttonDomain.deviceClasses).optional(),
    retain: flag.default(false),
  }),
  describe: (config) => ({
    kind: 'MQTT Button',
    deviceClass: config.device_class ?? undefined,
    isNamedByClass: true,
    values: { pressed_at: null },
    restoresValues: true,
  }),
  readings: () => [],
  command: ({ patch }, { config, render }) => ({
    messages: [
      { topic: config.command_topic, payload: render(config.command_template, config.payload_press) },
    ],
    patch,
  }),
});
