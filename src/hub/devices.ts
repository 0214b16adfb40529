import { mqttCommands } from '../api/ws/commands/mqtt.ts';
import type { Part } from '../core/lifecycle.ts';
import type { Mqtt } from '../devices/mqtt/part.ts';
import type { Devices, Ground } from './ground.ts';

/** As much of the ground as devices stand on. */
type DeviceGround = Pick<Ground, 'options' | 'house' | 'bus' | 'states' | 'clock' | 'tags'>;

/** Cameras of the settings, MQTT. */
export async function openDevices(ground: DeviceGround): Promise<Devices> {
  const mqtt = await openMqtt(ground);
  return {
    parts: [...(await cameraParts(ground)), ...(mqtt === undefined ? [] : [mqtt])],
    commands: mqtt === undefined ? [] : mqttCommands(mqtt, ground.house.registry, ground.clock),
    mqtt,
  };
}

/** Loaded only where the settings name cameras. */
async function cameraParts({ options, house, clock }: DeviceGround): Promise<Part[]> {
  const section = options.settings.sections.get('camera');
  if (section === undefined) return [];
  const { GenericCameras } = await import('../devices/http/generic-cameras.ts');
  return [new GenericCameras({ ...house, section, clock, log: options.logFile.log.named('camera') })];
}

/** Loaded only where there is a broker: a home without MQTT pays nothing for it. */
async function openMqtt({
  options,
  house,
  bus,
  states,
  clock,
  tags,
}: DeviceGround): Promise<Mqtt | undefined> {
  const { mqtt, dataDir, sections } = options.settings;
  const log = options.logFile.log.named('mqtt');
  if (mqtt.broker.enabled)
    log.error('mqtt.broker.enabled: the broker inside Hearth is still to come; nothing listens');
  if (mqtt.url === undefined) return undefined;
  const { Mqtt } = await import('../devices/mqtt/part.ts');
  const { homeLanguage, quietHost } = await import('../templates/language.ts');
  const templates = {
    environment: homeLanguage({ timeZone: () => house.home.facts.time_zone }),
    host: quietHost({ ...house, states, clock }),
  };
  return new Mqtt({
    scanTag: (tagId, deviceId, context) => tags.scan(tagId, deviceId, context),
    ...house,
    settings: { ...mqtt, url: mqtt.url },
    manual: sections.get('mqtt.entities'),
    dataDir,
    templates,
    bus,
    states,
    clock,
    log,
  });
}
