import type { DeviceDescription } from '../../../entities/registry/device-registry.ts';
import type { Item } from '../discovery/item.ts';
import { type DeviceConfig, deviceDescription } from '../schema/entity-schema.ts';
import type { Announcement } from './payloads.ts';
import type { TasmotaDevice } from './tasmota-kind.ts';
import { topicsOf } from './topics.ts';

/** The integration's title as shown to users. */
export const TASMOTA_TITLE = 'Tasmota';

/** Kinds whose state is queried by power commands instead of a status number. */
const POWERED: ReadonlySet<string> = new Set(['relay', 'lamp', 'light', 'fan']);
const QUESTIONS = [10, 11, 1, 2];

/** The queries sent to a device that comes online, if answers have listeners: commands and payloads. */
export function questionsFor(
  { topics }: TasmotaDevice,
  items: Iterable<{ readonly item: Item; readonly kind: string }>,
): [command: string, payload: string][] {
  const received = new Set<string>();
  let isPowered = false;
  for (const { item, kind } of items) {
    for (const topic of item.topics()) received.add(topic);
    isPowered ||= POWERED.has(kind);
  }
  const asked = QUESTIONS.filter((question) => received.has(topics.status(question)));
  return [
    ...(isPowered ? [[topics.command('STATE'), ''] as [string, string]] : []),
    ...asked.map((question): [string, string] => [topics.command('STATUS'), String(question)]),
  ];
}

function macOf(id: string): string {
  return /^[0-9A-F]{12}$/.test(id) ? (id.match(/../g) ?? []).join(':').toLowerCase() : id;
}

/** The device's registry description. */
export function deviceFacts({ common }: TasmotaDevice): DeviceDescription {
  return deviceDescription(common.device as DeviceConfig, TASMOTA_TITLE);
}

/** A device from its announcement, with what all its entities share. */
export function deviceOf(id: string, announcement: Announcement): TasmotaDevice {
  const topics = topicsOf(announcement);
  const { dn, md, sw, ip, dslp, onln, ofln } = announcement;
  const address = `http://${ip}/`;
  const common = {
    device: {
      identifiers: [],
      connections: [['mac', macOf(id)]],
      name: dn,
      manufacturer: 'Tasmota',
      model: md,
      sw_version: sw,
      ...(URL.canParse(address) ? { configuration_url: address } : {}),
    },
    origin: { name: 'Tasmota', sw_version: sw },
    ...(dslp === 0
      ? {
          availability_topic: topics.presence,
          payload_available: onln,
          payload_not_available: ofln,
        }
      : {}),
  };
  return { announcement, topics, common };
}
