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

/** Components handled between two yields; a message with fewer is handled in one tick. */
const COMPONENTS_PER_STEP = 8;

/**
 * Creates, updates and removes discovered items. Messages are handled in order, component by component, and
 * no event-loop tick spends more than its budget on them: one message may announce thousands.
 */
export class Discovery {
  private readonly parts: DiscoveryParts;
  private readonly found = new Map<string, Discovered>();
  /** Topics by device of entities the user removed: they are cleared when the device is removed, too. */
  private readonly saved = new Map<string, Set<string>>();
  /** The items of entries the user removed, in case saving the removal fails. */
  private readonly removed = new WeakMap<EntityEntry, Discovered>();
  private readonly undos: Undo[] = [];
  /** Set during own removals, so that they are not taken for the user's. */
  private removing = false;

  constructor(parts: DiscoveryParts) {
    this.parts = parts;
  }

  /** The number of discovered items. */
  get size(): number {
    return this.found.size;
  }

  start(): void {
    const { parts } = this;
    const listener = (message: Message): Iterator<void> => this.onMessage(message);
    for (const name of [...parts.kinds.keys(), 'device']) {
      for (const filter of [`${parts.prefix}/${name}/+/config`, `${parts.prefix}/${name}/+/+/config`]) {
        this.undos.push(parts.connection.subscriptions.add(filter, 0, listener));
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

  /** Unsubscribes and unloads all items for a reload; registry entries stay. Yields between items. */
  *stop(): Generator<void, void> {
    for (const undo of this.undos.splice(0).reverse()) undo();
    for (const [hash, { item }] of this.found) {
      this.found.delete(hash);
      item.unload();
      yield;
    }
  }

  /** Updates all items when the broker connects or disconnects. */
  connectionChanged(): void {
    this.parts.connection.subscriptions.runInOrder(() =>
      withPauses(this.found.values(), COMPONENTS_PER_STEP, ({ item }) => item.connectionChanged()),
    );
  }

  /** The discovered items of a device, for its MQTT info page. */
  ofDevice(deviceId: string): { readonly item: Item; readonly topic: string }[] {
    return [...this.found.values()].filter(({ item }) => item.deviceId === deviceId);
  }

  /** Removes all items of a removed device and clears its discovery topics, so that it stays removed. */
  private clearDevice(deviceId: string): void {
    const topics = this.saved.get(deviceId) ?? new Set<string>();
    this.saved.delete(deviceId);
    for (const one of [...this.found.values()]) {
      if (one.item.deviceId !== deviceId) continue;
      topics.add(one.topic);
      this.found.delete(one.hash);
      this.quietly(() => one.item.forget());
    }
    for (const topic of topics) this.clearTopic(topic);
  }

  /** Yields between components, whether they are added, changed or removed. */
  private *onMessage(message: Message): Generator<void, void> {
    const { parts } = this;
    parts.onMessage();
    const topic = parseDiscoveryTopic(parts.prefix, message.topic);
    if (topic === undefined) {
      parts.warnings.warn(
        `topic ${message.topic}`,
        `Discovery topic ${message.topic} has another form: ignored`,
      );
      return;
    }
    const read = yield* discoverySteps(topic, message.text(), (name) => parts.kinds.has(name));
    switch (read.kind) {
      case 'refused':
        this.warn(message.topic, read.reason);
        break;
      case 'remove':
        yield* this.removeTopic(message.topic, topic);
        break;
      case 'migrate':
        yield* this.migrate(message.topic);
        break;
      default:
        yield* withPauses(read.items, COMPONENTS_PER_STEP, (item) =>
          this.take(item, message.topic, topic.component === 'device'),
        );
    }
  }

  private warn(topic: string, reason: string): void {
    this.parts.warnings.warn(
      `discovery ${topic} ${reason.slice(0, 60)}`,
      `Discovery on ${topic} refused: ${reason}`,
    );
  }

  private take(one: DiscoveredItem, topic: string, isFromDevice: boolean): void {
    const hash = `${one.component} ${one.discoveryId}`;
    const known = this.found.get(hash);
    if (known !== undefined && known.topic !== topic) {
      this.warn(topic, `it is conflicting with what came by ${known.topic}; migrate that first`);
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
        else this.warn(topic, problem);
        if (deviceId !== undefined && known.item.deviceId !== deviceId)
          this.removeEmptyDevice(deviceId, known.isFromDevice);
      }
    } catch (error) {
      this.warn(topic, messageOf(error));
    }
  }

  private make(kind: ItemKind, facts: Omit<Discovered, 'item'>, config: RawConfig): void {
    const { limit, warnings } = this.parts;
    if (this.found.size >= limit) {
      warnings.warn(
        'too many',
        `Discovery rejected ${facts.topic} and others: mqtt.max_discovered (${limit}) is reached`,
      );
      return;
    }
    const item = kind.make(config);
    if (typeof item === 'string') this.warn(facts.topic, item);
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
    yield* withPauses(this.ofTopic(topic), COMPONENTS_PER_STEP, (known) => {
      // A component may have been removed with its device meanwhile.
      if (this.found.get(known.hash) === known) this.drop(known);
    });
  }

  /** Unloads the items of this topic, but keeps their registry entries for the topic that takes over. */
  private *migrate(topic: string): Generator<void, void> {
    yield* withPauses(this.ofTopic(topic), COMPONENTS_PER_STEP, (known) => {
      if (this.found.get(known.hash) !== known) return;
      if (!known.item.canMigrate) {
        this.warn(topic, 'only what has a unique_id and a device can migrate');
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

  /** Removes a device with its last enabled item; disabled ones keep it if its own message created it. */
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

  /** Restores the item of an entry whose removal could not be saved. */
  private cameBack(entry: EntityEntry): void {
    const known = this.removed.get(entry);
    if (known !== undefined && !this.found.has(known.hash)) this.found.set(known.hash, known);
  }

  private removedByUser(entry: EntityEntry): void {
    for (const known of this.found.values()) {
      if (known.item.entryId !== entry.id) continue;
      this.found.delete(known.hash);
      this.removed.set(entry, known);
      known.item.unload();
      const { deviceId } = known.item;
      if (known.isFromDevice && deviceId !== undefined) {
        this.saved.set(deviceId, (this.saved.get(deviceId) ?? new Set()).add(known.topic));
        this.parts.warnings.warn(
          `removed ${known.hash}`,
          `${known.hash} was removed, but comes back with the next message on ${known.topic}`,
        );
      } else this.clearTopic(known.topic);
      return;
    }
  }

  private clearTopic(topic: string): void {
    this.parts.connection.publish({ topic, payload: '', retain: true }).catch((error: unknown) => {
      this.parts.warnings.warn(`clear ${topic}`, `Cannot clear ${topic}: ${String(error)}`);
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
