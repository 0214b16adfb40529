import { z } from 'zod';
import type { Access } from '../../../core/access.ts';
import type { Undo } from '../../../core/clock.ts';
import { fault } from '../../../core/errors.ts';
import { type DeviceEntities, seesDevice } from '../../visible-device.ts';
import { type Command, defineCommand, defineSubscription } from '../command.ts';

/** A message as the commands show it. */
export interface ShownMessage {
  readonly topic: string;
  /** Text, or the bytes as Python writes them where they are none. */
  readonly payload: string;
  readonly qos: number;
  readonly retain: boolean;
}

/** What the commands need of MQTT. */
export interface MqttAccess {
  /** Shows what comes on a topic filter; throws `invalid_format` for one that is none. */
  inspect(filter: string, qos: 0 | 1 | 2, hear: (message: ShownMessage) => void): Undo;
  /** How a device is connected, as far as the caller sees its entities; undefined for a device MQTT does not know. */
  deviceInfo(deviceId: string, access: Pick<Access, 'mayRead'>): unknown;
}

/** Looking at MQTT itself: what comes on topics, and what a device announced. */
export function mqttCommands(mqtt: MqttAccess, registry: DeviceEntities): Command[] {
  return [
    defineSubscription({
      type: 'mqtt/subscribe',
      permission: 'admin',
      summary: 'Messages on a topic filter as they come',
      fields: {
        topic: z.string(),
        qos: z.union([z.literal(0), z.literal(1), z.literal(2)]).default(0),
      },
      subscribe: ({ message }, feed) =>
        mqtt.inspect(message.topic, message.qos, (heard) => {
          // Who does not read is spared the flood: messages are shown, not kept.
          if (!feed.isSlow()) feed.event(JSON.stringify(heard));
        }),
    }),
    defineCommand({
      type: 'mqtt/device/debug_info',
      permission: 'user',
      summary: 'The topics and the discovery of a device that came by MQTT',
      fields: { device_id: z.string() },
      handle: ({ message, access }) => {
        const isSeen = seesDevice(access, registry, message.device_id);
        const info = isSeen ? mqtt.deviceInfo(message.device_id, access) : undefined;
        if (info === undefined) throw fault('not_found', 'device_not_found');
        return info;
      },
    }),
  ];
}
