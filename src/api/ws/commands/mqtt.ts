import { z } from 'zod';
import type { Access } from '../../../core/access.ts';
import type { Undo } from '../../../core/clock.ts';
import { fault } from '../../../core/errors.ts';
import { HomeView, type ViewedHome } from '../../../entities/visibility/home-view.ts';
import { object } from '../../shapes/plain-shapes.ts';
import { type Command, defineCommand, defineSubscription } from '../command.ts';

/** A message as the commands show it. */
export interface ShownMessage {
  readonly topic: string;
  /** Text, or Python's notation of bytes that are not UTF-8. */
  readonly payload: string;
  readonly qos: number;
  readonly retain: boolean;
}

/** MQTT as these commands use it. */
export interface MqttAccess {
  /** Subscribes to a topic filter. Throws `invalid_format` for an invalid filter. */
  inspect(filter: string, qos: 0 | 1 | 2, listener: (message: ShownMessage) => void): Undo;
  /**
   * How a device is connected, limited to entities the caller may read; undefined for a device unknown to
   * MQTT.
   */
  deviceInfo(deviceId: string, access: Pick<Access, 'mayRead'>): unknown;
}

/** Inspects MQTT: messages on topics, and discovery data of devices. */
export function mqttCommands(mqtt: MqttAccess, home: ViewedHome): Command[] {
  return [
    defineSubscription({
      type: 'mqtt/subscribe',
      permission: 'admin',
      summary: 'The messages of a topic filter',
      event: object({ topic: z.string(), payload: z.string(), qos: z.number(), retain: z.boolean() }),
      fields: {
        topic: z.string(),
        qos: z.union([z.literal(0), z.literal(1), z.literal(2)]).default(0),
      },
      subscribe: ({ message }, feed) =>
        mqtt.inspect(message.topic, message.qos, (received) => {
          // Slow clients skip messages.
          if (!feed.isSlow()) feed.event(JSON.stringify(received));
        }),
    }),
    defineCommand({
      type: 'mqtt/device/debug_info',
      permission: 'user',
      summary: 'The topics and the discovery messages of an MQTT device',
      fields: { device_id: z.string() },
      handle: ({ message, access }) => {
        const isSeen = new HomeView(access, home).seesDevice(message.device_id);
        const info = isSeen ? mqtt.deviceInfo(message.device_id, access) : undefined;
        if (info === undefined) throw fault('not_found', 'device_not_found');
        return info;
      },
    }),
  ];
}
