import type { TriggerKind } from '../config/trigger.ts';
import { readOfEntity } from '../device-automations/read-device.ts';
import { eventValue } from './event.ts';
import { firingOf, jsonOf } from './mqtt.ts';
import { numericStateTrigger } from './numeric-state.ts';
import { stateTrigger } from './state.ts';

/** `trigger: device`: a trigger of a device, by the name its domain has for it. */
export const deviceTrigger: TriggerKind = {
  name: 'device',
  parse: (fields, help) => {
    const { domain } = fields.config;
    if (domain === 'mqtt') return parseMqtt(fields, help);
    if (domain === 'tasmota') return parseTasmota(fields, help);
    const { kind, own } = readOfEntity('triggers', fields, help);
    return own.parsed((kind.is === 'numeric' ? numericStateTrigger : stateTrigger).parse);
  },
};

/** A button, or any other trigger a device announced over MQTT. */
const parseMqtt: TriggerKind['parse'] = (fields, help) => {
  const [deviceId, type, subtype] = [fields.text('device_id'), fields.text('type'), fields.text('subtype')];
  for (const key of ['domain', 'discovery_id', 'metadata']) fields.raw(key);
  help.mentions.devices.add(deviceId);
  help.mentions.used.add(deviceId);
  return {
    attach: ({ setting, fire }) => {
      const { mqtt } = setting.ports;
      if (mqtt === undefined) throw new Error('MQTT is not set up in this home');
      return mqtt.onTrigger({ deviceId, type, subtype }, (message) => {
        const { variables, ...firing } = firingOf(message, message.payload, jsonOf(message.payload));
        fire({ ...firing, variables: { ...variables, platform: 'mqtt' }, context: null });
      });
    },
  };
};

/** A Tasmota trigger's name: device, button or input, and the word for the kind of press. */
const TASMOTA_ID = /^(.+)_((?:button|switch)_\d+)_(.+)$/;

/** A button or input of a Tasmota device: its presses are events, which this trigger subscribes to. */
const parseTasmota: TriggerKind['parse'] = (fields, help) => {
  const [deviceId, id] = [fields.text('device_id'), fields.text('discovery_id')];
  for (const key of ['type', 'subtype']) fields.text(key);
  for (const key of ['domain', 'metadata']) fields.raw(key);
  fields.finish();
  help.mentions.devices.add(deviceId);
  help.mentions.used.add(deviceId);
  const [, mac, source, event] = TASMOTA_ID.exec(id) ?? [];
  if (mac === undefined) throw fields.wrong('discovery_id', 'expects_tasmota_trigger');
  const requested = { mac, source, event };
  return {
    attach: ({ setting, fire }) =>
      setting.events.onEvent('tasmota_event', (received) => {
        const isMeant = Object.entries(requested).every(([key, value]) => received.data[key] === value);
        if (!isMeant) return;
        const variables = { event: eventValue(received, setting.rendering) };
        fire({ variables, description: `event 'tasmota_event'`, context: received.context });
      }),
  };
};
