import type { Integration } from '../integration.ts';
import { MQTT_SETTINGS } from './settings.ts';

/**
 * MQTT with discovery and Tasmota. The client is loaded only where there is a broker: a home without MQTT
 * pays nothing for it.
 */
export const mqttIntegration = {
  name: 'mqtt',
  settings: MQTT_SETTINGS,
  sections: ['mqtt.entities'],
  open: async (context) => {
    const { mqttSettingsEditor } = await import('./settings-editor.ts');
    const { settings, provided } = context;
    if (settings.mqtt.url === undefined && provided.broker === undefined)
      return { parts: [], provides: { mqttSettings: mqttSettingsEditor(context) } };
    const { openMqtt } = await import('./open-mqtt.ts');
    const { mqtt, move } = await openMqtt(context);
    return { parts: [mqtt], provides: { mqtt, mqttSettings: mqttSettingsEditor(context, move) } };
  },
} satisfies Integration<typeof MQTT_SETTINGS>;
