import {
  type DeviceHandle,
  type EntityHandle,
  type Entry,
  expectDevice,
  NotReachable,
} from 'hearth-integration';
import { askInfo, isOld, type OldInfo } from './info.ts';
import { oldModelName } from './models.ts';
import type { Place } from './new-device.ts';
import { OldClient } from './old-client.ts';
import { listOf, oldParts } from './old-parts.ts';
import { type Component, type Part, type Status, textOf } from './part.ts';

/** A device of the first generation, which is asked again and again. */
export class OldDevice {
  private readonly entry: Entry<never, never>;
  private readonly place: Place;
  private readonly client: OldClient;
  private readonly shown = new Map<string, { part: Part; handle: EntityHandle; values: string }>();
  private readonly devices = new Map<string, DeviceHandle>();
  private layout = '';

  constructor(entry: Entry<never, never>, place: Place, username: string) {
    this.entry = entry;
    this.place = place;
    this.client = new OldClient(place, username);
  }

  /** Reads the device and shows what it is now. */
  async read(): Promise<void> {
    const { host, port } = this.place;
    const info = await askInfo(host, port);
    expectDevice(this.entry, info.mac);
    if (!isOld(info)) throw new NotReachable('The device answers as one of a later generation');
    const settings = await this.client.settings();
    const status = await this.client.status();
    this.follow(info, settings, status);
    for (const shown of this.shown.values()) {
      const read = shown.part.read(status as Status);
      const values = JSON.stringify(read);
      if (values === shown.values) continue;
      shown.values = values;
      shown.handle.report(read ?? {}, { available: read !== undefined });
    }
  }

  private follow(info: OldInfo, settings: Component, status: Component): void {
    const parts = oldParts({ client: this.client, settings, version: () => info.fw }, status);
    const names = ['relays', 'lights'].map((list) =>
      listOf(settings, list).map((own) => textOf(own, 'name')),
    );
    const layout = JSON.stringify([info, textOf(settings, 'name'), names, parts.map(({ key }) => key)]);
    if (layout === this.layout) return;
    this.layout = layout;
    for (const { handle } of this.shown.values()) handle.remove();
    this.shown.clear();
    this.devices.clear();
    for (const part of parts) {
      const read = part.read(status as Status);
      const handle = this.deviceOf(part.channel ?? '', info, settings).add(part.domain, {
        ...part.options,
        uniqueId: `${info.mac}-${part.key}`,
        values: read ?? {},
        available: read !== undefined,
      });
      this.shown.set(`${part.domain} ${part.key}`, { part, handle, values: JSON.stringify(read) });
    }
  }

  private deviceOf(channel: string, { mac, type, fw }: OldInfo, settings: Component): DeviceHandle {
    let device = this.devices.get(channel);
    if (device !== undefined) return device;
    const main = textOf(settings, 'name') ?? textOf(settings.device, 'hostname') ?? oldModelName(type);
    const about = { manufacturer: 'Shelly', model: oldModelName(type), model_id: type };
    const [block = '', number = '0'] = channel.split('_');
    const own = listOf(settings, `${block}s`)[Number(number)];
    device = this.entry.device(
      channel === ''
        ? {
            ...{ identifiers: [mac], connections: [['mac', mac]], name: main, ...about },
            ...{ sw_version: fw, hw_version: 'gen1', configuration_url: this.client.url },
          }
        : {
            ...{ identifiers: [`${mac}-${channel}`], via: mac, ...about },
            name: textOf(own, 'name') ?? `${main} Channel ${Number(number) + 1}`,
          },
    );
    this.devices.set(channel, device);
    return device;
  }
}
