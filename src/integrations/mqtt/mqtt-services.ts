import type { Clock } from '../../core/clock.ts';
import { message } from '../../core/messages.ts';
import { filterProblem, publishTopicProblem } from '../../core/mqtt-topic.ts';
import { boolean, custom, duration, float, integer, text } from '../../domains/definition/field.ts';
import { definePlainService, type PlainService } from '../../entities/services/service.ts';
import type { Connection } from './client/connection.ts';
import type { Qos } from './client/subscriptions.ts';
import { bytesOfLiteral } from './entity/rendering.ts';
import { nullableText } from './schema/config-values.ts';

/** What the MQTT services need. */
export interface MqttServiceParts {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly reload: () => Promise<void>;
  /** Writes the messages recorded by `mqtt.dump`; logs errors. */
  readonly writeDump: (lines: readonly string[]) => void;
}

/** The maximum number of messages and characters of one dump. */
const MAX_DUMP_MESSAGES = 100_000;
const MAX_DUMP_CHARACTERS = 64 * 1024 * 1024;

/** `mqtt.publish`, `mqtt.dump` and `mqtt.reload`. */
export function mqttServices(parts: MqttServiceParts): PlainService[] {
  return [
    definePlainService({
      domain: 'mqtt',
      name: 'publish',
      admin: true,
      fields: {
        topic: text({ required: true, example: 'home/light/set' }),
        payload: custom(
          nullableText,
          { text: { multiline: true } },
          {
            example: 'ON',
          },
        ),
        evaluate_payload: boolean({ advanced: true, default: false }),
        qos: integer({ min: 0, max: 2, default: 0, advanced: true }),
        retain: boolean({ default: false }),
        message_expiry_interval: duration({ advanced: true }),
      },
      check: ({ topic }) => {
        const problem = publishTopicProblem(topic);
        return problem === undefined
          ? undefined
          : message('invalid_topic_at', { key: 'topic', reason: problem });
      },
      handle: async (fields) => {
        const payload = fields.payload ?? '';
        const bytes = fields.evaluate_payload === true ? bytesOfLiteral(payload) : undefined;
        const expiry = fields.message_expiry_interval;
        await parts.connection.publish({
          topic: fields.topic,
          payload: bytes ?? payload,
          qos: (fields.qos ?? 0) as Qos,
          retain: fields.retain === true,
          expiry: expiry === undefined ? undefined : Math.round(expiry / 1000),
        });
      },
    }),
    definePlainService({
      domain: 'mqtt',
      name: 'dump',
      admin: true,
      fields: {
        topic: text({ required: true, example: 'home/#' }),
        duration: float({ min: 0, max: 3600, unit: 's', default: 5 }),
      },
      check: ({ topic }) => {
        const problem = filterProblem(topic);
        return problem === undefined
          ? undefined
          : message('invalid_topic_filter_at_topic', { reason: problem });
      },
      handle: (fields) => {
        const lines: string[] = [];
        let size = 0;
        const stop = parts.connection.subscriptions.add(fields.topic, 0, (message) => {
          size += message.topic.length + message.payload.length;
          if (lines.length < MAX_DUMP_MESSAGES && size < MAX_DUMP_CHARACTERS)
            lines.push(`${message.topic},${message.text() ?? message.payload.toString('hex')}`);
        });
        parts.clock.after((fields.duration ?? 5) * 1000, () => {
          stop();
          parts.writeDump(lines);
        });
      },
    }),
    {
      domain: 'mqtt',
      name: 'reload',
      admin: true,
      fields: {},
      handle: () => parts.reload(),
    },
  ];
}
