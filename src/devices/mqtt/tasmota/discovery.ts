import { createHash } from 'node:crypto';
import type { Bus } from '../../../core/bus.ts';
import type { Undo } from '../../../core/clock.ts';
import { messageOf } from '../../../core/errors.ts';
import { ignoreLogged } from '../../../core/ignore-logged.ts';
import type { DeviceRegistry } from '../../../entities/device-registry.ts';
import type { EntityRegistry } from '../../../entities/entity-registry.ts';
import type { RawConfig } from '../discovery-message.ts';
import type { Item, ItemKind } from '../item.ts';
import type { Message } from '../message.ts';
import type { MqttHouse } from '../mqtt-entity.ts';
import { Pace } from '../pace.ts';
import { translate } from './entities.ts';
import { type Announcement, readAnnouncement, readSensors } from './payloads.ts';
import type { TasmotaDevice, Translated } from './relay.ts';
import { translateSensors } from './sensors.ts';
import { topicsOf } from './topics.ts';

/** The integration devices with Tasmota belong to. */
export const TASMOTA = 'tasmota';

const PREFIX = 'tasmota/discovery';
const TOPIC = /^tasmota\/discovery\/([0-9A-Fa-f]{12})\/(config|sensors)$/;
/** Questions a device answers with its state and its sensors. */
const QUESTIONS = ['11', '10'];
const MOST_DEVICES = 1000;

/** What the discovery of Tasmota works with. */
export interface TasmotaParts extends MqttHouse {
  /** What its things are made by, under the names of the components. */
  readonly kinds: ReadonlyMap<string, ItemKind>;
  readonly registry: EntityRegistry;
  readonly devices: DeviceRegistry;
  readonly bus: Bus;
}

interface Known {
  announcement: Announcement | undefined;
  sensors: Readonly<Record<string, unknown>>;
  readonly items: Map<string, { readonly item: Item; digest: string }>;
}

/** Takes up, brings up to date and removes devices with Tasmota as they announce themselves in their own way. */
export class TasmotaDiscovery {
  private readonly parts: TasmotaParts;
  private readonly pace: Pace;
  private readonly known = new Map<string, Known>();
  private readonly undos: Undo[] = [];
  private isOwnDoing = false;

  constructor(parts: TasmotaParts) {
    this.parts = parts;
    this.pace = new Pace(parts.clock);
  }

  start(): void {
    const { connection, bus, registry } = this.parts;
    const hear = (message: Message): void => this.pace.do(() => this.hear(message));
    for (const name of ['config', 'sensors'])
      this.undos.push(connection.subscriptions.add(`${PREFIX}/+/${name}`, 0, hear));
    this.undos.push(
      bus.on('device_registry_updated', ({ data }) => {
        if (data.action === 'remove' && !this.isOwnDoing) this.removedByUser(String(data.device_id));
      }),
      registry.onChange((entry, old) => {
        if (entry === null && old?.platform === TASMOTA && !this.isOwnDoing) this.entryRemoved(old.id);
      }),
    );
  }

  /** Stops to listen and takes out all that came; the registry keeps it. */
  stop(): void {
    for (const undo of this.undos.splice(0).reverse()) undo();
    this.pace.clear();
    for (const { items } of this.known.values()) for (const { item } of items.values()) item.unload();
    this.known.clear();
  }

  /** The broker came or went; once it is back the devices are asked how they are. */
  connectionChanged(isConnected: boolean): void {
    for (const { items, announcement } of this.known.values()) {
      for (const { item } of items.values()) item.connectionChanged();
      if (isConnected && announcement !== undefined) this.ask(announcement);
    }
  }

  private hear(message: Message): void {
    const problem = this.takeUp(message);
    if (problem !== undefined) this.complain(message.topic, problem);
  }

  /** Answers what is wrong with a message of discovery, which then changes nothing. */
  private takeUp(message: Message): string | undefined {
    const [, mac, part] = TOPIC.exec(message.topic) ?? [];
    if (mac === undefined) return 'the topic has no MAC address';
    const id = mac.toUpperCase();
    const isEmpty = message.payload.length === 0;
    const known = this.known.get(id) ?? { announcement: undefined, sensors: {}, items: new Map() };
    if (part === 'sensors') {
      const sensors = isEmpty ? {} : readSensors(message.text());
      if (typeof sensors === 'string') return sensors;
      known.sensors = sensors;
    } else {
      const announcement = isEmpty ? undefined : readAnnouncement(message.text());
      if (typeof announcement === 'string') return announcement;
      if (announcement !== undefined && announcement.mac.toUpperCase() !== id)
        return `it is of ${announcement.mac}`;
      known.announcement = announcement;
    }
    if (!this.known.has(id) && this.known.size >= MOST_DEVICES)
      return `there are ${MOST_DEVICES} devices already`;
    this.known.set(id, known);
    this.bring(id, known);
    return undefined;
  }

  /** Makes the house have what the device says it has, and nothing else of it. */
  private bring(id: string, known: Known): void {
    const { announcement } = known;
    const wanted = new Map<string, Translated>();
    if (announcement !== undefined) {
      const device = deviceOf(id, announcement);
      for (const one of [...translate(device), ...translateSensors(device, known.sensors)])
        wanted.set(`${one.component} ${one.key}`, one);
    }
    const deviceIds = new Set<string>();
    for (const [key, { item }] of known.items) {
      if (item.deviceId !== undefined) deviceIds.add(item.deviceId);
      if (wanted.has(key)) continue;
      known.items.delete(key);
      this.doing(() => item.forget());
    }
    let isNew = false;
    for (const [key, one] of wanted) isNew = this.take(id, known, { ...one, key }) || isNew;
    if (announcement === undefined) this.forget(id, known, deviceIds);
    else if (isNew) this.ask(announcement);
  }

  /** Answers whether something new came into the house. */
  private take(id: string, known: Known, { key, component, config }: Translated): boolean {
    const own =
      component === 'device_automation' ? config : { ...config, unique_id: `${id}_${key.split(' ')[1]}` };
    const digest = createHash('sha1').update(JSON.stringify(own)).digest('base64');
    const held = known.items.get(key);
    if (held?.digest === digest) return false;
    try {
      if (held !== undefined) {
        const problem = held.item.update(own);
        if (problem === undefined) held.digest = digest;
        else this.complain(id, `${key}: ${problem}`);
        return false;
      }
      const item = this.parts.kinds.get(component)?.make(own) ?? `there is no ${component}`;
      if (typeof item === 'string') this.complain(id, `${key}: ${item}`);
      else known.items.set(key, { item, digest });
      return typeof item !== 'string';
    } catch (error) {
      this.complain(id, `${key}: ${messageOf(error)}`);
      return false;
    }
  }

  /** A device that has gone leaves the registry once nothing of it is left. */
  private forget(id: string, { sensors }: Known, deviceIds: ReadonlySet<string>): void {
    if (Object.keys(sensors).length === 0) this.known.delete(id);
    const { devices, registry } = this.parts;
    for (const deviceId of deviceIds) {
      if (devices.get(deviceId) === undefined || registry.ofDevice(deviceId).length > 0) continue;
      this.doing(() => devices.remove(deviceId).catch(ignoreLogged));
    }
  }

  private removedByUser(deviceId: string): void {
    for (const [id, known] of this.known) {
      const isMeant = [...known.items.values()].some(({ item }) => item.deviceId === deviceId);
      if (!isMeant) continue;
      this.known.delete(id);
      this.doing(() => {
        for (const { item } of known.items.values()) item.forget();
      });
      for (const part of ['config', 'sensors']) this.say(`${PREFIX}/${id}/${part}`, '', true);
    }
  }

  private entryRemoved(entryId: string): void {
    for (const { items } of this.known.values()) {
      for (const [key, { item }] of items) {
        if (item.entryId !== entryId) continue;
        items.delete(key);
        item.unload();
      }
    }
  }

  private ask(announcement: Announcement): void {
    const topic = topicsOf(announcement).command('STATUS');
    for (const question of QUESTIONS) this.say(topic, question);
  }

  private say(topic: string, payload: string, retain = false): void {
    this.parts.connection.publish({ topic, payload, retain }).catch((error: unknown) => {
      this.complain(topic, `it cannot be told: ${messageOf(error)}`);
    });
  }

  private complain(where: string, reason: string): void {
    this.parts.complaints.warn(`tasmota ${where} ${reason.slice(0, 60)}`, `Tasmota on ${where}: ${reason}`);
  }

  private doing(task: () => void): void {
    const before = this.isOwnDoing;
    this.isOwnDoing = true;
    try {
      task();
    } finally {
      this.isOwnDoing = before;
    }
  }
}

function macOf(id: string): string {
  return (id.match(/../g) ?? []).join(':').toLowerCase();
}

function deviceOf(id: string, announcement: Announcement): TasmotaDevice {
  const topics = topicsOf(announcement);
  const { dn, md, sw, ip, dslp, onln, ofln } = announcement;
  const isAddress = /^\d{1,3}(\.\d{1,3}){3}$/.test(ip);
  const common: RawConfig = {
    device: {
      connections: [['mac', macOf(id)]],
      name: dn,
      manufacturer: 'Tasmota',
      model: md,
      sw_version: sw,
      ...(isAddress ? { configuration_url: `http://${ip}/` } : {}),
    },
    origin: { name: 'Tasmota', sw_version: sw },
    ...(dslp === 1
      ? {}
      : {
          availability_topic: topics.presence,
          payload_available: onln,
          payload_not_available: ofln,
        }),
  };
  return { announcement, topics, common };
}
