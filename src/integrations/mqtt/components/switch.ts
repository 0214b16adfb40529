import { switchDomain } from '../../../domains/switch/switch.ts';
import { defineComponent, NONE } from '../entity/component.ts';
import { commandTopic, deviceClass, flag, stateTopic, template, text } from '../schema/config-values.ts';
import { entityConfig } from '../schema/entity-schema.ts';
import { isOptimistic } from './value-topics.ts';

/** Switches over MQTT: on and off by their payloads. */
export const switchComponent = defineComponent({
  name: 'switch',
  domain: switchDomain,
  schema: entityConfig({
    command_topic: commandTopic,
    command_template: template.optional(),
    state_topic: stateTopic.optional(),
    value_template: template.optional(),
    payload_on: text.default('ON'),
    payload_off: text.default('OFF'),
    state_on: text.optional(),
    state_off: text.optional(),
    device_class: deviceClass(switchDomain.deviceClasses).optional(),
    optimistic: flag.default(false),
    retain: flag.default(false),
  }),
  describe: (config) => ({
    kind: 'MQTT Switch',
    deviceClass: config.device_class ?? undefined,
    values: { on: null },
    assumedState: isOptimistic(config),
  }),
  readings: (config) => [
    {
      topic: config.state_topic,
      template: config.value_template,
      isMain: true,
      read: (state) => {
        if (state === (config.state_on ?? config.payload_on)) return { on: true };
        if (state === (config.state_off ?? config.payload_off)) return { on: false };
        return state === NONE ? { on: null } : null;
      },
    },
  ],
  command: ({ patch }, { config, render }) => ({
    messages: [
      {
        topic: config.command_topic,
        payload: render(config.command_template, patch.on === true ? config.payload_on : config.payload_off),
      },
    ],
    patch: isOptimistic(config) ? patch : undefined,
  }),
});
