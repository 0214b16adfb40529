import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { MAX_TOPIC_LEVELS } from '../../core/mqtt-topic.ts';
import { schemaError } from '../../core/schema-error.ts';
import {
  countSetting,
  portSetting,
  type SettingsValues,
  switchSetting,
  textSetting,
} from '../../core/settings-block.ts';

const PEM = 'expects_pem_path';

/** The settings of the embedded broker. */
export const BROKER_SETTINGS = {
  mqtt: {
    broker: {
      enabled: switchSetting(false).describe(
        'Starts the [embedded broker](../guides/mqtt-broker.md). Hearth connects to it unless `mqtt.url` is set.',
      ),
      host: z
        .string(schemaError('expects_address'))
        .min(1, schemaError('expects_address'))
        .default('127.0.0.1')
        .describe('The address the broker listens on. `0.0.0.0` accepts devices of the network.'),
      port: portSetting(1883).describe('The TCP port of the broker, for MQTT and MQTT over WebSocket.'),
      anonymous: switchSetting(false).describe('Accepts clients without a username.'),
      max_clients: countSetting(1, 100_000).default(500).describe('The most clients connected at once.'),
      max_packet: countSetting(1024, 64 * 1024 * 1024)
        .default(4 * 1024 * 1024)
        .describe('The largest packet in bytes.'),
      max_topic_levels: countSetting(MAX_TOPIC_LEVELS, 100)
        .default(MAX_TOPIC_LEVELS)
        .describe('The most levels of a topic.'),
      max_queue: countSetting(64 * 1024, 1024 * 1024 * 1024)
        .default(8 * 1024 * 1024)
        .describe('The most bytes queued for one client.'),
    },
  },
};

/** The settings of MQTT, those of the embedded broker included: a form shows both together. */
export const MQTT_SETTINGS = {
  mqtt: {
    url: textSetting(isMqttUrl, 'expects_mqtt_url')
      .optional()
      .describe('The address of the MQTT broker. Without it, and without the embedded broker, MQTT is off.'),
    username: z.string(schemaError('expects_text')).optional().describe('The username for the broker.'),
    password: z.string(schemaError('expects_text')).optional().describe('The password for the broker.'),
    discovery_prefix: z
      .string(schemaError('expects_topic_without_wildcards'))
      .regex(/^[^\s+#/][^\s+#]*$/, schemaError('expects_topic_without_wildcards'))
      .default('homeassistant')
      .describe('The topic below which devices announce themselves.'),
    max_discovered: countSetting(1, 1_000_000)
      .default(20_000)
      .describe('How many entities, triggers and tags devices may announce.'),
    tls: {
      ca: textSetting(isAbsolute, PEM)
        .optional()
        .describe('Certificate authority that signed the certificate of the broker.'),
      cert: textSetting(isAbsolute, PEM).optional().describe('Client certificate.'),
      key: textSetting(isAbsolute, PEM).optional().describe('Key of the client certificate.'),
      insecure: switchSetting(false).describe('Accepts any certificate of the broker.'),
    },
    ...BROKER_SETTINGS.mqtt,
  },
};

/** What the settings say of MQTT. */
export type MqttValues = SettingsValues<typeof MQTT_SETTINGS>['mqtt'];

function isMqttUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^(mqtts?|tcp|ssl|tls|wss?):$/.test(protocol) && isEscaped(username) && isEscaped(password);
}

function isEscaped(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}
