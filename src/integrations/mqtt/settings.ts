import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { MOST_TOPIC_LEVELS } from '../../core/mqtt-topic.ts';
import {
  countSetting,
  portSetting,
  type SettingsValues,
  switchSetting,
  textSetting,
} from '../../core/settings-block.ts';

const PEM = 'the absolute path of a PEM file';

/** The settings of the embedded broker. */
export const BROKER_SETTINGS = {
  mqtt: {
    broker: {
      enabled: switchSetting(false),
      host: z.string('an address').min(1, 'an address').default('127.0.0.1'),
      port: portSetting(1883),
      anonymous: switchSetting(false),
      max_clients: countSetting(1, 100_000).default(500),
      max_packet: countSetting(1024, 64 * 1024 * 1024).default(4 * 1024 * 1024),
      max_topic_levels: countSetting(MOST_TOPIC_LEVELS, 100).default(MOST_TOPIC_LEVELS),
      max_queue: countSetting(64 * 1024, 1024 * 1024 * 1024).default(8 * 1024 * 1024),
    },
  },
};

/** The settings of MQTT, those of the embedded broker included: a form shows both together. */
export const MQTT_SETTINGS = {
  mqtt: {
    url: textSetting(
      isMqttUrl,
      'an address such as mqtt://host:1883 or mqtts://host, a % in it written as %25',
    ).optional(),
    username: z.string('text').optional(),
    password: z.string('text').optional(),
    discovery_prefix: z
      .string('a topic')
      .regex(/^[^\s+#/][^\s+#]*$/, 'a topic without wildcards')
      .default('homeassistant'),
    tls: {
      ca: textSetting(isAbsolute, PEM).optional(),
      cert: textSetting(isAbsolute, PEM).optional(),
      key: textSetting(isAbsolute, PEM).optional(),
      insecure: switchSetting(false),
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
