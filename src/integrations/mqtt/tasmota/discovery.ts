import { createHash } from 'node:crypto';
import type { Bus } from '../../../core/bus.ts';
import type { Undo } from '../../../core/clock.ts';
import { messageOf } from '../../../core/errors.ts';
import { ignoreLogged } from '../../../core/ignore-logged.ts';
import { englishText } from '../../../core/messages.ts';
import { publishTopicProblem } from '../../../core/mqtt-topic.ts';
import { withPauses } from '../../../core/pacer.ts';
import type { DeviceRegistry } from '../../../entities/registry/device-registry.ts';
import type { EntityRegistry } from '../../../entities/registry/entity-registry.ts';
import type { Message } from '../client/message.ts';
import type { RawConfig } from '../discovery/discovery-message.ts';
import type { ItemKind } from '../discovery/item.ts';
import type { MqttEntityContext } from '../entity/mqtt-entity.ts';
import { deviceFacts, deviceOf, questionsFor } from './device.ts';
import { translate } from './kinds.ts';
import { blank, type Known, part } from './known-device.ts';
import { readAnnouncement, readSensors } from './payloads.ts';
import { sensorsOf } from './sensors.ts';
import type { TasmotaDevice, Translated } from './tasmota-kind.ts';

/** The integration of Tasmota devices. */
export const TASMOTA = 'tasmota';

const PREFIX = 'tasmota/discovery';
const TOPIC = /^tasmota\/discovery\/([A-Z0-9_-]{1,64})\/(config|sensors)$/;
const MAX_DEVICES = 1000;
/** Bytes of a message; the firmware sends some thousands at most. */
const MAX_LENGTH = 65_536;
/** Items of a device added or removed between two yields. */
const ITEMS_PER_STEP = 8;
/** Each is compared with all devices. */
const DOUBLES_PER_STEP = 32;
/** Milliseconds between a device coming online and the queries. */
const REQUEST_DELAY = 1000;

/** What Tasmota discovery needs. */
export interface TasmotaParts extends MqttEntityContext {
  /** The kinds of items by name. */
  readonly kinds: ReadonlyMap<string, ItemKind>;
  readonly registry: EntityRegistry;
  readonly devices: DeviceRegistry;
  readonly bus: Bus;
  readonly configEntryId: () => string;
}

/** Adds, updates and removes Tasmota devices from their native discovery messages. */
export class TasmotaDiscovery {
  private readonly parts: TasmotaParts;
  private readonly known = new Map<string, Known>();
  private readonly undos: Undo[] = [];
  private isOwnDoing = false;

  constructor(parts: TasmotaParts) {
    this.parts = parts;
  }

  start(): void {
    const { connection, bus, registry } = this.parts;
    const listener = (message: Message): Iterator<void> => this.onMessage(message);
    for (const name of ['config', 'sensors'])
      this.undos.push(connection.subscriptions.add(`${PREFIX}/+/${name}`, 0, listener));
    this.undos.push(
      bus.on('device_registry_updated', ({ data }) => {
        if (data.action === 'remove' && !this.isOwnDoing) this.removedByUser(String(data.device_id));
      }),
      registry.onChange((entry, old) => {
        if (entry === null && old?.platform === TASMOTA && !this.isOwnDoing) this.entryRemoved(old.id);
      }),
    );
  }

  /** Unsubscribes and unloads all items; registry entries stay. Yields between devices. */
  *stop(): Generator<void, void> {
    for (const undo of this.undos.splice(0).reverse()) undo();
    for (const known of this.known.values()) {
      part(known);
      for (const { item } of known.items.values()) {
        item.unload();
        yield;
      }
    }
    this.known.clear();
  }

  /** Handles connects and disconnects; queries the devices after a connect. */
  connectionChanged(isConnected: boolean): void {
    for (const known of this.known.values()) {
      for (const { item } of known.items.values()) item.connectionChanged();
      known.cancelQuestions();
      if (isConnected && known.device?.announcement.dslp !== 0) this.requestSoon(known);
    }
  }

  /** Yields between the items of a device. */
  private *onMessage(message: Message): Generator<void, void> {
    const problem = yield* this.resume(message);
    if (problem !== undefined) this.warn(message.topic, problem);
  }

  /** Returns the problem of a discovery message, which then changes nothing. */
  private *resume(message: Message): Generator<void, string | undefined> {
    const [, id, part] = TOPIC.exec(message.topic) ?? [];
    if (id === undefined) return 'the topic has another form';
    if (message.payload.length > MAX_LENGTH) return `it is longer than ${MAX_LENGTH} bytes`;
    const isEmpty = message.payload.length === 0;
    const known = this.known.get(id) ?? blank();
    if (part === 'sensors') {
      const sensors = isEmpty ? {} : readSensors(message.text());
      if (typeof sensors === 'string') return sensors;
      known.sensors = sensors;
    } else {
      const announcement = isEmpty ? undefined : readAnnouncement(message.text());
      if (typeof announcement === 'string') return announcement;
      if (announcement !== undefined && announcement.mac !== id) return `it is of ${announcement.mac}`;
      const device = announcement === undefined ? undefined : deviceOf(id, announcement);
      const problem = device === undefined ? undefined : publishTopicProblem(device.topics.command('x'));
      if (problem !== undefined) return `it cannot be commanded: ${englishText(problem)}`;
      known.device = device;
    }
    if (!this.known.has(id) && this.known.size >= MAX_DEVICES)
      return `there are ${MAX_DEVICES} devices already`;
    this.known.set(id, known);
    yield* this.bring(id, known);
    if (part === 'config') yield* this.bringDoubles();
    return undefined;
  }

  /** Makes the items of a device match its announcement. */
  private *bring(id: string, known: Known): Generator<void, void> {
    const { device } = known;
    part(known);
    const problem = device === undefined ? undefined : this.isolated(id, device);
    known.isDouble = problem !== undefined;
    if (device !== undefined) {
      this.parts.devices.ensure(this.parts.configEntryId(), deviceFacts(device));
      if (problem !== undefined) {
        this.warn(id, problem);
        return;
      }
    }
    const wanted = new Map<string, Translated>();
    if (device !== undefined) {
      const warn = (reason: string): void => this.warn(id, reason);
      for (const one of [...translate(device, warn), ...sensorsOf(device, known.sensors)])
        wanted.set(`${one.kind} ${one.key}`, one);
    }
    const deviceIds = new Set<string>();
    yield* withPauses([...known.items], ITEMS_PER_STEP, ([key, { item }]) => {
      if (item.deviceId !== undefined) deviceIds.add(item.deviceId);
      if (wanted.has(key) || !known.items.delete(key)) return;
      this.doing(() => item.forget());
    });
    yield* withPauses(wanted, ITEMS_PER_STEP, ([key, one]) => {
      // The user may have removed the device meanwhile.
      if (this.known.get(id) === known) this.take(id, known, { ...one, key });
    });
    if (this.known.get(id) !== known) return;
    if (device === undefined) this.forget(id, known, deviceIds);
    else this.accompany(known, device);
  }

  /** Adds devices that had to wait because another device used the same topics. */
  private *bringDoubles(): Generator<void, void> {
    let looked = 0;
    for (const [id, known] of this.known) {
      const { device } = known;
      if (!known.isDouble) continue;
      looked += 1;
      if (looked % DOUBLES_PER_STEP === 0) yield;
      if (device !== undefined && this.isolated(id, device) === undefined) yield* this.bring(id, known);
    }
  }

  /** Why a device's topics are unusable: no prefix or another device's topic; undefined if they are fine. */
  private isolated(id: string, { topics, announcement }: TasmotaDevice): string | undefined {
    const [command, answer] = [topics.command(''), topics.result.replace(/RESULT$/, '')];
    if (command === answer) return `${announcement.dn} has no %prefix% in its topics: it has no entities`;
    for (const [other, { device }] of this.known) {
      if (other === id || device === undefined || device.topics.command('') !== command) continue;
      return `${announcement.dn} has the same topic as ${device.announcement.dn}, ${command}: it has no entities`;
    }
    return undefined;
  }

  private take(id: string, known: Known, { key, kind, config }: Translated): void {
    const own: Readonly<Record<string, unknown>> =
      kind === 'trigger' ? config : { ...config, unique_id: `${id}_${key.slice(kind.length + 1)}` };
    const digest = createHash('sha1').update(JSON.stringify(own)).digest('base64');
    const held = known.items.get(key);
    if (held?.digest === digest) return;
    try {
      if (held !== undefined) {
        const problem = held.item.update(own as RawConfig);
        if (problem === undefined) held.digest = digest;
        else this.warn(id, `${key}: ${problem}`);
        return;
      }
      const item = this.parts.kinds.get(kind)?.make(own as RawConfig) ?? `there is no ${kind}`;
      if (typeof item === 'string') this.warn(id, `${key}: ${item}`);
      else known.items.set(key, { item, kind, digest });
    } catch (error) {
      this.warn(id, `${key}: ${messageOf(error)}`);
    }
  }

  /** Queries a device each time it reports being online; one in deep sleep is queried now. */
  private accompany(known: Known, device: TasmotaDevice): void {
    const { announcement, topics } = device;
    if (announcement.dslp !== 0) {
      this.requestSoon(known);
      return;
    }
    known.leave = this.parts.connection.subscriptions.add(topics.presence, 0, (message) => {
      if (message.text() === announcement.onln) this.requestSoon(known);
    });
  }

  private requestSoon(known: Known): void {
    known.cancelQuestions();
    known.cancelQuestions = this.parts.clock.after(REQUEST_DELAY, () => {
      const { device, items } = known;
      if (device === undefined || !this.parts.connection.isConnected) return;
      for (const [topic, payload] of questionsFor(device, items.values())) this.say(topic, payload);
    });
  }

  /** Removes a removed device from the registry once none of its entities is left. */
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
      part(known);
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

  private say(topic: string, payload: string, retain = false): void {
    this.parts.connection.publish({ topic, payload, retain }).catch((error: unknown) => {
      this.warn(topic, `a message could not be published: ${messageOf(error)}`);
    });
  }

  private warn(where: string, reason: string): void {
    this.parts.warnings.warn(`tasmota ${where} ${reason.slice(0, 60)}`, `Tasmota on ${where}: ${reason}`);
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
