import type { Undo } from '../../core/clock.ts';
import { parseExactJson } from '../../core/json.ts';
import { filterProblem } from '../../core/mqtt-topic.ts';
import type { Value } from '../../jinja/context.ts';
import { Bytes } from '../../jinja/objects.ts';
import type { Variables } from '../../jinja/template.ts';
import { Fields } from '../fields.ts';
import { limitedText } from '../limited.ts';
import type { TopicMessage } from '../ports.ts';
import { isTemplate } from '../rendering.ts';
import type { Attachment, TriggerKind } from '../trigger.ts';

type Decoder = InstanceType<typeof TextDecoder>;

interface MqttOptions {
  readonly topic: string;
  readonly payload: string | undefined;
  readonly valueTemplate: string | undefined;
  /** Empty for payloads that are no text. */
  readonly encoding: string;
  readonly qos: 0 | 1 | 2;
}

/** `trigger: mqtt`: a message comes on a topic. */
export const mqttTrigger: TriggerKind = {
  name: 'mqtt',
  parse: (config, path, help) => {
    const fields = new Fields(config, path, help);
    const options: MqttOptions = {
      topic: fields.template('topic'),
      payload: fields.optionalTemplate('payload'),
      valueTemplate: fields.optionalTemplate('value_template'),
      encoding: fields.optionalText('encoding') ?? 'utf-8',
      qos: qosOf(fields),
    };
    const problem = isTemplate(options.topic) ? undefined : filterProblem(options.topic);
    if (problem !== undefined) throw fields.wrong('topic', `a topic (${problem})`);
    if (options.encoding !== '' && decoderOf(options.encoding) === undefined)
      throw fields.wrong('encoding', 'the name of an encoding, or nothing');
    fields.finish();
    return { attach: (attachment) => attach(options, attachment) };
  },
};

function qosOf(fields: Fields): 0 | 1 | 2 {
  const value = fields.raw('qos') ?? 0;
  const qos = ([0, 1, 2] as const).find((one) => one === value || String(one) === value);
  if (qos === undefined) throw fields.wrong('qos', '0, 1 or 2');
  return qos;
}

function attach(options: MqttOptions, attachment: Attachment): Undo {
  const { setting, variables, fire } = attachment;
  const { mqtt } = setting.ports;
  if (mqtt === undefined) throw new Error('MQTT is not set up in this home');
  const wished = options.payload === undefined ? undefined : limitedText(attachment, options.payload);
  const decoder = options.encoding === '' ? undefined : decoderOf(options.encoding);
  const hear = (message: TopicMessage): void => {
    const payload = decoder === undefined ? new Bytes(message.payload) : decode(decoder, message.payload);
    if (payload === undefined) {
      setting.log.warn(`A message on ${message.topic} is not ${options.encoding}`);
      return;
    }
    const json = typeof payload === 'string' ? jsonOf(payload) : undefined;
    if (wished !== undefined) {
      const heard = { ...variables, value: payload, ...(json === undefined ? {} : { value_json: json }) };
      if (valueText(options, setting, heard) !== wished) return;
    }
    fire({
      variables: {
        topic: message.topic,
        payload,
        qos: message.qos,
        ...(json === undefined ? {} : { payload_json: json }),
      },
      description: `mqtt topic ${message.topic}`,
      context: null,
    });
  };
  return mqtt.listen(limitedText(attachment, options.topic), options.qos, hear);
}

/** What is compared with the payload one waits for; undefined where the template fails, which is logged. */
function valueText(
  { valueTemplate }: MqttOptions,
  { rendering, log, mayRead }: Attachment['setting'],
  heard: Variables,
): Value {
  if (valueTemplate === undefined) return heard.value;
  try {
    return rendering.text(valueTemplate, heard, mayRead);
  } catch (error) {
    log.warn(
      `The value_template of an mqtt trigger failed: ${error instanceof Error ? error.message : error}`,
    );
    return undefined;
  }
}

function decoderOf(encoding: string): Decoder | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  } catch {
    return undefined;
  }
}

function decode(decoder: Decoder, bytes: Buffer): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** What a text means as JSON; undefined where it is none. */
export function jsonOf(text: string): Value {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}
