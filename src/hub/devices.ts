import type { Part } from '../core/lifecycle.ts';
import type { EmbeddedBroker } from '../integrations/mqtt-broker/embedded-broker.ts';
import type { Devices } from './hub-context.ts';
import { type MqttGround, openBroker, openMqtt } from './mqtt.ts';
import { mqttSettings } from './mqtt-settings.ts';

/** Opens configured cameras, the embedded broker and MQTT. */
export async function openDevices(ground: MqttGround): Promise<Devices> {
  const { options, house, auth } = ground;
  const broker = await openBroker(ground);
  const open = await openMqtt(ground, broker);
  const mqtt = open?.mqtt;
  return {
    parts: [
      ...(await cameraParts(ground)),
      ...(await brokerParts(ground, broker)),
      ...(mqtt === undefined ? [] : [mqtt]),
    ],
    commandParts: {
      mqtt: mqtt === undefined ? undefined : [mqtt, house.registry],
      mqttSettings: [auth, mqttSettings(options, open)],
      mqttAccounts: [auth, async () => (await broker?.state()) ?? null],
    },
    mqtt,
  };
}

async function brokerParts({ house }: MqttGround, broker: EmbeddedBroker | undefined): Promise<Part[]> {
  if (broker === undefined) return [];
  const { FigureSensors } = await import('../integrations/mqtt-broker/figure-sensors.ts');
  return [broker, new FigureSensors(house.entities, broker)];
}

/** Loaded only where the settings name cameras. */
async function cameraParts({ options, house, clock }: MqttGround): Promise<Part[]> {
  const section = options.settings.sections.get('camera');
  if (section === undefined) return [];
  const { GenericCameras } = await import('../integrations/camera/generic-cameras.ts');
  return [new GenericCameras({ ...house, section, clock, log: options.logFile.log.named('camera') })];
}
