import type { Reading } from '../entity/component.ts';
import type { MqttTemplate } from '../schema/templates.ts';

interface MainTopic {
  readonly state_topic?: string | undefined;
  readonly value_template?: MqttTemplate | undefined;
}

/** The reading of the topic that carries the main state. */
export function mainReading(config: MainTopic, read: NonNullable<Reading['read']>): Reading {
  return { topic: config.state_topic, template: config.value_template, isMain: true, read };
}
