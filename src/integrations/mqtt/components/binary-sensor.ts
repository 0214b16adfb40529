import { binarySensorDomain } from '../../../domains/binary-sensor/binary-sensor.ts';
import { defineComponent, NONE } from '../entity/component.ts';
import { deviceClass, flag, integer, number, stateTopic, template, text } from '../schema/config-values.ts';
import { entityConfig, readOnlyCategory } from '../schema/entity-schema.ts';
import { mainReading } from './main-reading.ts';

/** Sensors with two states over MQTT. */
export const binarySensorComponent = defineComponent({
  name: 'binary_sensor',
  domain: binarySensorDomain,
  schema: entityConfig({
    state_topic: stateTopic,
    value_template: template.optional(),
    payload_on: text.default('ON'),
    payload_off: text.default('OFF'),
    device_class: deviceClass(binarySensorDomain.deviceClasses).optional(),
    entity_category: readOnlyCategory,
    expire_after: integer({ min: 0 }).default(0),
    off_delay: number({ min: 0 }).optional(),
    force_update: flag.default(false),
  }),
  describe: (config) => ({
    kind: 'MQTT Binary sensor',
    deviceClass: config.device_class ?? undefined,
    isNamedByClass: true,
    values: { on: null },
    forceUpdate: config.force_update,
    expireAfter: config.expire_after,
  }),
  readings: (config) => [
    mainReading(config, (state, context) => {
      if (state === config.payload_on) {
        if (config.off_delay !== undefined) context.later(config.off_delay, { on: false });
        return { on: true };
      }
      if (state === config.payload_off) return { on: false };
      return state === NONE ? { on: null } : null;
    }),
  ],
});
