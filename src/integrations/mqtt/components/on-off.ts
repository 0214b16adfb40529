import { NONE, type Reading } from '../entity/component.ts';
import type { MqttTemplate } from '../schema/templates.ts';

/** How a device reports whether it is on. */
interface OnOff {
  readonly state_topic?: string | undefined;
  readonly state_value_template?: MqttTemplate | undefined;
  readonly payload_on: string;
  readonly payload_off: string;
}

/** The main reading of an on/off entity: other payloads are ignored. */
export function onOffReading(config: OnOff): Reading {
  return {
    topic: config.state_topic,
    template: config.state_value_template,
    isMain: true,
    read: (text) => {
      if (text === config.payload_on) return { on: true };
      if (text === config.payload_off) return { on: false };
      return text === NONE ? { on: null } : null;
    },
  };
}
