import type { Undo } from '../../../core/clock.ts';
import { messageOf } from '../../../core/errors.ts';
import { ignoreLogged } from '../../../core/ignore-logged.ts';
import { withPauses } from '../../../core/pacer.ts';
import type { EntityEntry } from '../../../entities/registry/entity-registry.ts';
import type { Message } from '../client/message.ts';
import { type Discovered, type DiscoveryParts, digestOf } from './discovered.ts';
import {
  type DiscoveredItem,
  type DiscoveryTopic,
  discoverySteps,
  parseDiscoveryTopic,
  type RawConfig,
} from './discovery-message.ts';
import type { Item, ItemKind } from './item.ts';

/** How many things may announce themselves: enough for thousands of devices, and an end for one that makes things up. */
const MOST_THINGS = 20_000;
/** Components handled between two places where a message may pause; a message with fewer is handled in one tick. */
const COMPONENTS_A_STEP = 8;

/**
 * Takes up, brings up to date and removes what announces itself. Messages are handled in the order they come, component by component, and
 * no event-loop tick spends more than its budget on them: one message may announce thousands.
 */
export class Discovery {
  private readonly parts: DiscoveryParts;
  private readonly found = new Map<string, Discovered>();
  /** Topics by device of entities the user removed one by one: they are cleared when the device goes, too. */
  private readonly kept = new Map<string, Set<string>>();
  /** What stood behind entries the user removed, in case the removal cannot be kept. */
  private readonly gone = new WeakMap<EntityEntry, Discovered>();
  private readonly undos: Undo[] = [];
  /** Set while we remove ourselves, so that it is not taken for the user's doing. */
  private removing = false;

  constructor(parts: DiscoveryParts) {
    this.parts = parts;
  }

  /** How many things are there. */
  get size(): number {
    return this.found.size;
  }

  start(): void {
    const { parts } = this;
    const hear = (message: Message): Iterator<void> => this.hear(message);
    for (const name of [...parts.kinds.keys(), 'device']) {
      for (const filter of [`${parts.prefix}/${name}/+/config`, `${parts.prefix}/${name}/+/+/config`]) {
        this.undos.push(parts.connection.subscriptions.add(filter, 0, hear));
      }
    }
    this.undos.push(
      parts.registry.onChange((entry, old) => {
        const isMoved = entry?.entity_id !== old?.entity_id;
        if (isMoved && (entry ?? old)?.platform === 'mqtt') parts.groups.membersMoved();
        if (entry === null && old?.platform === 'mqtt' && !this.removing) this.removedByUser(old);
        else if (entry !== null && old === null) this.cameBack(entry);
      }),
    );
    this.undos.push(
      parts.bus.on('device_registry_updated', ({ data }) => {
        if (data.action === 'remove') this.clearDevice(String(data.device_id));
      }),
    );
  }

  /** Stops to listen and takes out all that came, for a reload; the registry keeps it. Yields between the items. */
  *stop(): Generator<void, void> {
    for (const undo of this.undos.splice(0).reverse()) undo();
    for (const [hash, { item }] of this.found) {
      this.found.delete(hash);
      item.unload();
      yield;
    }
  }

  /** The broker came or went. */
  connectionChanged(): void {
    this.parts.connection.subscriptions.runInOrder(() =>
      withPauses(this.found.values(), COMPONENTS_A_STEP, ({ item }) => item.connectionChanged()),
    );
  }

  /** What came for a device, for the page that shows how it is connected. */
  ofDevice(deviceId: string): { readonly item: Item; readonly topic: string }[] {
    return [...this.found.values()].filter(({ item }) => item.deviceId === deviceId);
  }

  /** A device is gone, and so is all that came for it; its discovery topics are cleared, so that it stays away. */
  private clearDevice(deviceId: string): void {
    const topics = this.kept.get(deviceId) ?? new Set<string>();
    this.kept.delete(deviceId);
    for (const one of [...this.found.values()]) {
      if (one.item.deviceId !== deviceId) continue;
      topics.add(one.topic);
      this.found.delete(one.hash);
      this.quietly(() => one.item.forget());
    }
    for (const topic of topics) this.clearTopic(topic);
  }

  /** Pauses where it yields: between components, whether they come, change or go. */
  private *hear(message: Message): Generator<void, void> {
    const { parts } = this;
    parts.onMessage();
    const topic = parseDiscoveryTopic(parts.prefix, message.topic);
    if (topic === undefined) {
      parts.complaints.warn(
        `topic ${message.topic}`,
        `Discovery topic ${message.topic} has another form: ignored`,
      );
      return;
    }
    const read = yield* discoverySteps(topic, message.text(), (name) => parts.kinds.has(name));
    switch (read.kind) {
      case 'refused':
        this.complain(message.topic, read.reason);
        break;
      case 'remove':
        yield* this.removeTopic(message.topic, topic);
        break;
      case 'migrate':
        yield* this.migrate(message.topic);
        break;
      default:
        yield* withPauses(read.items, COMPONENTS_A_STEP, (item) =>
          this.take(item, message.topic, topic.component === 'device'),
        );
    }
  }

  private complain(topic: string, reason: string): void {
    this.parts.complaints.warn(
      `discovery ${topic} ${reason.slice(0, 60)}`,
      `Discovery on ${topic} refused: ${reason}`,
    );
  }

  private take(one: DiscoveredItem, topic: string, isFromDevice: boolean): void {
    const hash = `${one.component} ${one.discoveryId}`;
    const known = this.found.get(hash);
    if (known !== undefined && known.topic !== topic) {
      this.complain(topic, `it is conflicting with what came by ${known.topic}; migrate that first`);
      return;
    }
    if (one.config === null) {
      if (known !== undefined) this.drop(known);
      return;
    }
    const digest = digestOf(one.config);
    if (known?.digest === digest) return;
    const kind = this.parts.kinds.get(one.component);
    if (kind === undefined) return;
    try {
      if (known === undefined) this.make(kind, { hash, topic, isFromDevice, digest }, one.config);
      else {
        const { deviceId } = known.item;
        const problem = known.item.update(one.config);
        if (problem === undefined) known.digest = digest;
        else this.complain(topic, problem);
        if (deviceId !== undefined && known.item.deviceId !== deviceId)
          this.removeEmptyDevice(deviceId, known.isFromDevice);
      }
    } catch (error) {
      this.complain(topic, messageOf(error));
    }
  }

  private make(kind: ItemKind, facts: Omit<Discovered, 'item'>, config: RawConfig): void {
    if (this.found.size >= MOST_THINGS) {
      this.parts.complaints.warn(
        'too many',
        `${facts.topic} and others refused: ${MOST_THINGS} things have come`,
      );
      return;
    }
    const item = kind.make(config);
    if (typeof item === 'string') this.complain(facts.topic, item);
    else this.found.set(facts.hash, { ...facts, item });
  }

  private *removeTopic(
    topic: string,
    { component, nodeId, objectId }: DiscoveryTopic,
  ): Generator<void, void> {
    if (component !== 'device') {
      const id = nodeId === undefined ? objectId : `${nodeId} ${objectId}`;
      const known = this.found.get(`${component} ${id}`);
      if (known?.topic === topic) this.drop(known);
      return;
    }
    yield* withPauses(this.ofTopic(topic), COMPONENTS_A_STEP, (known) => {
      // A component may have gone with its device meanwhile.
      if (this.found.get(known.hash) === known) this.drop(known);
    });
  }

  /** What came by this topic leaves the house, but the registry keeps it for the topic that takes over. */
  private *migrate(topic: string): Generator<void, void> {
    yield* withPauses(this.ofTopic(topic), COMPONENTS_A_STEP, (known) => {
      if (this.found.get(known.hash) !== known) return;
      if (!known.item.canMigrate) {
        this.complain(topic, 'only what has a unique_id and a device can migrate');
        return;
      }
      this.found.delete(known.hash);
      known.item.unload();
    });
  }

  private ofTopic(topic: string): Discovered[] {
    return [...this.found.values()].filter((known) => known.topic === topic);
  }

  private drop(known: Discovered): void {
    const { deviceId } = known.item;
    this.found.delete(known.hash);
    this.quietly(() => known.item.forget());
    if (deviceId !== undefined) this.removeEmptyDevice(deviceId, known.isFromDevice);
  }

  /** A device goes with the last thing that is enabled; what is disabled keeps it only if it came by the device's own message. */
  private removeEmptyDevice(deviceId: string, isFromDevice: boolean): void {
    const { registry, devices } = this.parts;
    const device = devices.get(deviceId);
    if (device === undefined) return;
    const entries = registry.ofDevice(deviceId);
    if (entries.some(({ disabled_by }) => disabled_by === null || isFromDevice)) return;
    for (const { item } of this.found.values()) {
      if (item.deviceId === deviceId && item.keepsDevice) return;
    }
    for (const { parent_device_id } of devices.list()) if (parent_device_id === deviceId) return;
    this.quietly(() => {
      for (const { entity_id } of entries) registry.remove(entity_id).catch(ignoreLogged);
      devices.remove(deviceId).catch(ignoreLogged);
    });
    for (const [hash, { item }] of this.found) if (item.deviceId === deviceId) this.found.delete(hash);
    if (device.parent_device_id !== null) this.removeEmptyDevice(device.parent_device_id, isFromDevice);
  }

  /** Its removal could not be kept: it goes on as if nothing had been. */
  private cameBack(entry: EntityEntry): void {
    const known = this.gone.get(entry);
    if (known !== undefined && !this.found.has(known.hash)) this.found.set(known.hash, known);
  }

  private removedByUser(entry: EntityEntry): void {
    for (const known of this.found.values()) {
      if (known.item.entryId !== entry.id) continue;
      this.found.delete(known.hash);
      this.gone.set(entry, known);
      known.item.unload();
      const { deviceId } = known.item;
      if (known.isFromDevice && deviceId !== undefined) {
        this.kept.set(deviceId, (this.kept.get(deviceId) ?? new Set()).add(known.topic));
        this.parts.complaints.warn(
          `removed ${known.hash}`,
          `${known.hash} was removed, but comes back with the next message on ${known.topic}`,
        );
      } else this.clearTopic(known.topic);
      return;
    }
  }

  private clearTopic(topic: string): void {
    this.parts.connection.publish({ topic, payload: '', retain: true }).catch((error: unknown) => {
      this.parts.complaints.warn(`clear ${topic}`, `Cannot clear ${topic}: ${String(error)}`);
    });
  }

  private quietly(task: () => void): void {
    const before = this.removing;
    this.removing = true;
    try {
      task();
    } finally {
      this.removing = before;
    }
  }
}
