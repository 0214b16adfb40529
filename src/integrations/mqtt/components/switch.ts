import { switchDomain } from '../../../domains/switch/switch.ts';
import { defineComponent, NONE } from '../entity/component.ts';
import { deviceClass, text } from '../schema/config-values.ts';
import { entityConfig } from '../schema/entity-schema.ts';
import { isOptimistic, onOffPayloads, stateAndCommand } from '../schema/state-and-command.ts';
import { mainReading } from './main-reading.ts';

/** Switches over MQTT: on and off by their payloads. */
export const switchComponent = defineComponent({
  name: 'switch',
  domain: switchDomain,
  schema: entityConfig({
    ...stateAndCommand,
    ...onOffPayloads,
    state_on: text.optional(),
    state_off: text.optional(),
    device_class: deviceClass(switchDomain.deviceClasses).optional(),
  }),
  describe: (config) => ({
    kind: 'MQTT Switch',
    deviceClass: config.device_class ?? undefined,
    values: { on: null },
    assumedState: isOptimistic(config),
  }),
  readings: (config) => [
    mainReading(config, (state) => {
      if (state === (config.state_on ?? config.payload_on)) return { on: true };
      if (state === (config.state_off ?? config.payload_off)) return { on: false };
      return state === NONE ? { on: null } : null;
    }),
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
