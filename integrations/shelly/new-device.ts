import {
  type DeviceHandle,
  type EntityHandle,
  type Entry,
  expectDevice,
  NotReachable,
  z,
} from 'hearth-integration';
import { type Channel, channelsOf, componentsOf, nameIn } from './channels.ts';
import { controlsOf, isButtonEvent, updatePart } from './controls.ts';
import { askInfo, isOld, type NewInfo } from './info.ts';
import { modelName } from './models.ts';
import {
  CONFIG,
  type Component,
  DIAGNOSTIC,
  DISABLED,
  flagOf,
  isComponent,
  MEASURED,
  numberOf,
  type Part,
  part,
  startTimes,
  textOf,
  within,
} from './part.ts';
import { FLAGS, READINGS } from './readings.ts';
import { type Notice, ShellyRpc } from './rpc.ts';

/** Where the device of an entry is. */
export interface Place {
  readonly host: string;
  readonly port: number;
  readonly password: string | undefined;
}

interface Shown {
  readonly part: Part;
  readonly handle: EntityHandle;
  values: string;
}

const Happened = z.object({
  component: z.string(),
  event: z.string(),
  progress_percent: z.number().min(0).max(100).optional(),
});

/** A device of the second generation or later. */
export class NewDevice {
  private readonly entry: Entry<never, never>;
  private readonly place: Place;
  private readonly devices = new Map<string, DeviceHandle>();
  private readonly shown = new Map<string, Shown>();
  private readonly startOf = startTimes();
  private rpc: ShellyRpc | undefined;
  private info: NewInfo | undefined;
  private config: Record<string, Component> = {};
  private status: Record<string, Component> = {};
  private progress: number | null = null;
  private layout = '';

  constructor(entry: Entry<never, never>, place: Place) {
    this.entry = entry;
    this.place = place;
  }

  /** Keeps a connection until the signal ends it. Throws when it is lost. */
  async follow(signal: AbortSignal, up: () => void): Promise<void> {
    const { host, port, password } = this.place;
    const info = await askInfo(host, port);
    expectDevice(this.entry, info.mac);
    if (isOld(info)) throw new NotReachable('The device answers as one of the first generation');
    const early: Notice[] = [];
    let isRead = false;
    const rpc = await ShellyRpc.open(host, port, password, (notice) =>
      isRead ? this.take(notice) : early.length < 100 && early.push(notice),
    );
    const end = (): void => rpc.close();
    signal.addEventListener('abort', end);
    try {
      this.rpc = rpc;
      this.info = info;
      this.progress = null;
      await this.read(rpc);
      isRead = true;
      for (const notice of early) this.take(notice);
      up();
      await rpc.closed;
      throw new NotReachable('The connection was closed');
    } finally {
      signal.removeEventListener('abort', end);
      rpc.close();
    }
  }

  private async read(rpc: ShellyRpc): Promise<void> {
    this.config = componentsOf(await rpc.call('Shelly.GetConfig'));
    this.status = componentsOf(await rpc.call('Shelly.GetStatus'));
    this.show();
  }

  private take({ method, params }: Notice): void {
    if (method === 'NotifyEvent') {
      const events = Array.isArray(params.events) ? params.events.slice(0, 50) : [];
      for (const event of events) this.happened(event);
      return;
    }
    if (method !== 'NotifyStatus' && method !== 'NotifyFullStatus') return;
    for (const [key, change] of Object.entries(componentsOf(params))) {
      const known = this.status[key];
      // What was not there at the start is read when the configuration changes.
      if (known !== undefined) this.status[key] = merged(known, change);
    }
    this.show();
  }

  private happened(given: unknown): void {
    const read = Happened.safeParse(given);
    if (!read.success) return;
    const { component, event, progress_percent: progress } = read.data;
    if (event === 'config_changed') {
      const { rpc } = this;
      if (rpc !== undefined)
        this.read(rpc).catch((error: unknown) => this.entry.log.warn(`Reading it anew failed: ${error}`));
    } else if (event.startsWith('ota_')) {
      this.progress = event === 'ota_begin' ? 0 : event === 'ota_progress' ? (progress ?? 0) : null;
      this.show();
    } else if (isButtonEvent(event)) {
      const button = this.shown.get(`event ${component}`);
      button?.handle.report({ at: Date.now(), event_type: event });
    }
  }

  private show(): void {
    this.follows();
    for (const shown of this.shown.values()) {
      const read = shown.part.read(this.status);
      const values = JSON.stringify(read);
      if (values === shown.values) continue;
      shown.values = values;
      shown.handle.report(read ?? {}, { available: read !== undefined });
    }
  }

  /** Adds the entities again when the channels or what is set for them have changed. */
  private follows(): void {
    const channels = channelsOf(this.status, this.config);
    const layout = JSON.stringify([this.info, channels, Object.keys(this.status).sort()]);
    if (layout === this.layout) return;
    this.layout = layout;
    for (const { handle } of this.shown.values()) handle.remove();
    this.shown.clear();
    this.devices.clear();
    for (const one of this.parts(channels)) {
      const read = one.read(this.status);
      const { mac } = this.info as NewInfo;
      const handle = this.deviceOf(channels.find(({ key }) => key === one.channel)).add(one.domain, {
        ...one.options,
        uniqueId: `${mac}-${one.key}`,
        values: read ?? {},
        available: read !== undefined,
      });
      this.shown.set(`${one.domain} ${one.key}`, { part: one, handle, values: JSON.stringify(read) });
    }
  }

  private deviceOf(channel: Channel | undefined): DeviceHandle {
    const { mac, name, id, model, app, gen, ver } = this.info as NewInfo;
    const own = channel?.device;
    const key = own?.key ?? '';
    let device = this.devices.get(key);
    if (device !== undefined) return device;
    const main = textOf(within(within(this.config, 'sys'), 'device'), 'name') ?? name ?? id;
    const about = { manufacturer: 'Shelly', model: modelName(app, model), model_id: model };
    if (own === undefined)
      device = this.entry.device({
        ...{ identifiers: [mac], connections: [['mac', mac]], name: main, ...about },
        ...{ sw_version: ver, hw_version: `gen${gen}` },
        configuration_url: `http://${this.place.host}:${this.place.port}`,
      });
    else {
      this.deviceOf(undefined);
      device = this.entry.device({
        ...{ identifiers: [`${mac}-${own.key}`], via: mac, ...about },
        name: channel?.name ?? `${main} ${own.name}`,
      });
    }
    this.devices.set(key, device);
    return device;
  }

  private parts(channels: readonly Channel[]): Part[] {
    const call = (method: string, params: object) => this.call(method, params);
    const own = channels.flatMap((channel) => [
      ...controlsOf(channel, this.config, this.status, call),
      ...readingsOf(channel, this.status),
    ]);
    return [...own, ...this.wholeParts()];
  }

  private async call(method: string, params: object): Promise<unknown> {
    const { rpc } = this;
    if (rpc === undefined) throw new NotReachable('There is no connection');
    await rpc.call(method, params);
    return undefined;
  }

  private wholeParts(): Part[] {
    const call = (method: string, params: object) => this.call(method, params);
    const version = (): string => this.info?.ver ?? '';
    const hidden = { ...DIAGNOSTIC, ...DISABLED };
    return [
      part({
        ...{ domain: 'button', key: 'reboot' },
        options: {
          ...{ name: 'Restart', deviceClass: 'restart', ...CONFIG },
          press: () => call('Shelly.Reboot', {}),
        },
        read: () => ({}),
      }),
      part({
        ...{ domain: 'binary_sensor', key: 'cloud-cloud' },
        options: { name: 'Cloud', deviceClass: 'connectivity', ...hidden },
        read: ({ cloud }) => ({ on: flagOf(cloud, 'connected') }),
      }),
      part({
        ...{ domain: 'binary_sensor', key: 'sys-restart' },
        options: { name: 'Restart required', deviceClass: 'problem', ...hidden },
        read: ({ sys }) => ({ on: flagOf(sys, 'restart_required') }),
      }),
      part({
        ...{ domain: 'sensor', key: 'wifi-rssi' },
        options: {
          name: 'Signal strength',
          deviceClass: 'signal_strength',
          unit: 'dBm',
          ...hidden,
          ...MEASURED,
        },
        read: ({ wifi }) => ({ value: numberOf(wifi, 'rssi') }),
      }),
      part({
        ...{ domain: 'sensor', key: 'sys-uptime' },
        options: { name: 'Uptime', deviceClass: 'uptime', ...hidden },
        read: ({ sys }) => ({ value: this.startOf(numberOf(sys, 'uptime')) }),
      }),
      updatePart('stable', version, () => this.progress, call),
      updatePart('beta', version, () => this.progress, call),
    ];
  }
}

function readingsOf(channel: Channel, status: Readonly<Record<string, Component>>): Part[] {
  const { key, kind } = channel;
  const own = channel.device === undefined ? {} : { channel: channel.key };
  const now = status[key] ?? {};
  const sensors = (READINGS[kind] ?? []).filter(({ has }) => has in now);
  const flags = (FLAGS[kind] ?? []).filter(({ has }) => has in now);
  return [
    ...sensors.map((one) =>
      part({
        ...{ domain: 'sensor', key: `${key}-${one.key}`, ...own },
        options: { ...one.options, name: nameIn(channel, one.name) },
        read: (all) => ({ value: one.read(all[key] ?? {}) }),
      }),
    ),
    ...flags.map((one) =>
      part({
        ...{ domain: 'binary_sensor', key: `${key}-${one.key}`, ...own },
        options: { ...one.options, name: nameIn(channel, one.name) },
        read: (all) => ({ on: one.read(all[key] ?? {}) }),
      }),
    ),
  ];
}

/** A component with what changed in it. */
function merged(known: Component, change: Component): Component {
  const result: Record<string, unknown> = { ...known };
  for (const [name, value] of Object.entries(change).slice(0, 200)) {
    const former = result[name];
    result[name] = isComponent(former) && isComponent(value) ? merged(former, value) : value;
  }
  return result;
}
