import type { Undo } from '../../core/clock.ts';
import { decodeText } from '../../core/encodings.ts';
import { parseExactJson } from '../../core/json.ts';
import { message } from '../../core/messages.ts';
import { filterProblem } from '../../core/mqtt-topic.ts';
import type { Variables } from '../../jinja/template.ts';
import type { Value } from '../../jinja/values/context.ts';
import { Bytes } from '../../jinja/values/objects.ts';
import type { Fields } from '../config/fields.ts';
import { limitedText } from '../config/limited.ts';
import type { TopicMessage } from '../config/ports.ts';
import { isTemplate } from '../config/rendering.ts';
import type { Attachment, Firing, TriggerKind } from '../config/trigger.ts';
import type { Description } from '../entity-triggers/purpose.ts';

interface MqttOptions {
  readonly topic: string;
  readonly payload: string | undefined;
  readonly valueTemplate: string | undefined;
  /** Empty for binary payloads. */
  readonly encoding: string;
  readonly qos: 0 | 1 | 2;
}

/** `trigger: mqtt`: a message is received on a topic. */
export const mqttTrigger: TriggerKind = {
  name: 'mqtt',
  parse: (fields) => {
    for (const key of ['payload', 'value_template'])
      if (fields.config[key] === null) throw fields.wrong(key, 'expects_template');
    const options: MqttOptions = {
      topic: fields.template('topic'),
      payload: fields.optionalTemplate('payload'),
      valueTemplate: fields.optionalTemplate('value_template'),
      encoding: fields.optionalText('encoding') ?? 'utf-8',
      qos: qosOf(fields),
    };
    const problem = isTemplate(options.topic) ? undefined : filterProblem(options.topic);
    if (problem !== undefined) throw fields.wrong('topic', message('expects_topic', { problem }));
    return { attach: (attachment) => attach(options, attachment) };
  },
};

/** An integer; fractions are truncated, text and booleans converted. */
function qosOf(fields: Fields): 0 | 1 | 2 {
  const value = fields.raw('qos') ?? 0;
  const isWord = typeof value === 'string' && !/^\s*[-+]?\d+\s*$/.test(value);
  const number = isWord || typeof value === 'object' ? Number.NaN : Math.trunc(Number(value));
  const qos = ([0, 1, 2] as const).find((one) => one === number);
  if (qos === undefined) throw fields.wrong('qos', 'expects_qos');
  return qos;
}

function attach(options: MqttOptions, attachment: Attachment): Undo {
  const { setting, variables, fire } = attachment;
  const { mqtt } = setting.ports;
  if (mqtt === undefined) throw new Error('MQTT is not set up in this home');
  const requested = options.payload === undefined ? undefined : limitedText(attachment, options.payload);
  const listener = (message: TopicMessage): void => {
    const payload =
      options.encoding === '' ? new Bytes(message.payload) : decodeText(message.payload, options.encoding);
    if (payload === undefined) {
      setting.log.warn(`A message on ${message.topic} is not ${options.encoding}`);
      return;
    }
    const text = typeof payload === 'string' ? payload : decodeText(message.payload, 'utf-8');
    const json = text === undefined ? undefined : jsonOf(text);
    if (requested !== undefined) {
      const received = { ...variables, value: payload, ...(json === undefined ? {} : { value_json: json }) };
      const value = valueText(options, setting, received);
      if (value === '' || value !== requested) return; // an empty value never matches, not even an empty payload
    }
    fire({ ...firingOf(message, payload, json), context: null });
  };
  return mqtt.listen(limitedText(attachment, options.topic), options.qos, listener);
}

/** The value to compare with the expected payload; undefined if the template fails, which is logged. */
function valueText(
  { valueTemplate }: MqttOptions,
  { rendering, log, mayRead }: Attachment['setting'],
  received: Variables,
): Value {
  if (valueTemplate === undefined) return received.value;
  try {
    return rendering.text(valueTemplate, received, mayRead);
  } catch (error) {
    log.warn(
      `The value_template of an mqtt trigger failed: ${error instanceof Error ? error.message : error}`,
    );
    return undefined;
  }
}

/** The variables of a run for a message. */
export function firingOf(
  { topic, qos }: Pick<TopicMessage, 'topic' | 'qos'>,
  payload: Value,
  json: Value,
): Pick<Firing, 'variables' | 'description'> {
  return {
    variables: { topic, payload, qos, ...(json === undefined ? {} : { payload_json: json }) },
    description: `mqtt topic ${topic}`,
  };
}

/** The description of this trigger for clients. */
export const mqttDescription: Description = {
  fields: {
    payload: { example: 'on', required: false, selector: { text: { multiline: false, multiple: false } } },
    topic: {
      example: 'living_room/switch/ac',
      required: true,
      selector: { text: { multiline: false, multiple: false } },
    },
  },
};

/** Parses JSON; undefined for invalid text. */
export function jsonOf(text: string): Value {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}
