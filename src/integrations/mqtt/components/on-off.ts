import { NONE, type Reading } from '../entity/component.ts';
import type { MqttTemplate } from '../schema/templates.ts';

/** How a device says whether it is on. */
interface OnOff {
  readonly state_topic?: string | undefined;
  readonly state_value_template?: MqttTemplate | undefined;
  readonly payload_on: string;
  readonly payload_off: string;
}

/** The main reading of what is on or off: other words say nothing. */
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
