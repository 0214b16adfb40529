import type { Values } from '../../../domains/definition/define-domain.ts';
import { deviceTrackerDomain } from '../../../domains/device-tracker/device-tracker.ts';
import { isJsonObject, readJson } from '../client/payload-json.ts';
import { defineComponent, type ReadingContext } from '../entity/component.ts';
import { stateTopic, template, text, word } from '../schema/config-values.ts';
import { entityConfig } from '../schema/entity-schema.ts';
import { mainReading } from './main-reading.ts';

/** Devices whose location is reported over MQTT: by zone name, or by coordinates in the JSON attributes. */
export const deviceTrackerComponent = defineComponent({
  name: 'device_tracker',
  domain: deviceTrackerDomain,
  schema: entityConfig(
    {
      state_topic: stateTopic.optional(),
      value_template: template.optional(),
      payload_home: text.default('home'),
      payload_not_home: text.default('not_home'),
      payload_reset: text.default('None'),
      source_type: word(['gps', 'router', 'bluetooth', 'bluetooth_le'], 'exact').default('gps'),
    },
    ({ state_topic, json_attributes_topic }) =>
      (state_topic ?? json_attributes_topic) ? undefined : 'there is state_topic or json_attributes_topic',
  ),
  describe: (config) => ({
    kind: null,
    capabilities: { source_type: config.source_type, tracking_type: 'position' },
    values: { location: null, in_zones: [] },
    blockedAttributes: [
      ...['latitude', 'longitude', 'gps_accuracy'],
      ...['tracking_type', 'in_zones', 'ip', 'mac', 'host_name'],
    ],
  }),
  readings: (config) => [
    mainReading(config, (payload, { message }) => {
      if (payload.trim() === '') return null;
      if (payload === config.payload_home) return { location: 'home' };
      if (payload === config.payload_not_home) return { location: 'not_home' };
      // Other places keep the name that the device reports, whatever the template renders.
      return { location: payload === config.payload_reset ? null : (message.text('utf-8') ?? payload) };
    }),
    {
      topic: config.json_attributes_topic,
      template: config.json_attributes_template,
      read: (payload, context) => readCoordinates(payload, context),
    },
  ],
});

function readCoordinates(payload: string, context: ReadingContext): Values | null {
  const json = readJson(payload);
  if (!isJsonObject(json)) return null;
  const { latitude, longitude, gps_accuracy: accuracy = 0 } = json;
  if (latitude === undefined && longitude === undefined) return null;
  if (typeof latitude !== 'number' || typeof longitude !== 'number') {
    context.warn('its coordinates are no numbers');
    return { latitude: null, longitude: null, gps_accuracy: null };
  }
  return { latitude, longitude, gps_accuracy: typeof accuracy === 'number' ? accuracy : 0 };
}
