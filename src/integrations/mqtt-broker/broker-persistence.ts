import { Readable } from 'node:stream';
import { MqttFilterIndex } from '../../core/mqtt-filter-index.ts';
import type { RetainedMessages } from './retained-messages.ts';

/** Messages that wait for one client that is away, and their bytes. */
const MAX_MESSAGES = 1000;
const MAX_BYTES = 8 * 1024 * 1024;
/** The bytes queued for all clients; a message for several of them counts for each. */
const MAX_TOTAL_BYTES = 32 * 1024 * 1024;

interface ClientRef {
  readonly id: string;
}

/** A subscription as aedes gives and takes it. */
interface Subscription {
  readonly topic: string;
  readonly qos: number;
  readonly rh?: number;
  readonly rap?: boolean;
  readonly nl?: boolean;
  readonly subscriptionIdentifier?: number;
}

interface Addressed {
  readonly clientId: string;
}

/** A packet of aedes, as far as it is looked at here. */
interface StoredPacket {
  cmd?: string;
  topic: string;
  payload: Uint8Array | string;
  qos: number;
  brokerId?: string | undefined;
  brokerCounter?: number | undefined;
  messageId?: number | undefined;
  clientId?: string | undefined;
  /** Bytes it had on the wire. */
  length?: number;
}

interface Queue {
  packets: StoredPacket[];
  bytes: number;
}

/** The dependencies of a broker persistence. */
export interface BrokerPersistenceParts {
  readonly retained: RetainedMessages;
  /**
   * Whether it stores and streams retained messages and keeps payloads of QoS 2, as the contract defines it.
   * In the broker it does not: a retained message is stored before aedes numbers it and is sent to each
   * subscriber at its own pace, and of QoS 2 the number suffices.
   */
  readonly isComplete?: boolean;
}

/**
 * The persistence of aedes: subscriptions, queues of absent clients within limits, QoS 2 handshakes and wills. It is in memory, as
 * sessions end with the process; retained messages go to the disk by `RetainedJournal`. The methods answer promises, and three of them
 * answer in the same event loop tick: `Immediate` says why.
 */
export class BrokerPersistence {
  broker: { id: string } = { id: '' };
  private readonly retained: RetainedMessages;
  private readonly isComplete: boolean;
  private readonly subscriptions = new Map<string, Map<string, Subscription>>();
  /** Subscriptions with QoS 1 and 2: only those are queued for. */
  private readonly index = new MqttFilterIndex<Subscription & Addressed>();
  private readonly indexed = new Map<Subscription, Subscription & Addressed>();
  private readonly queues = new Map<string, Queue>();
  private readonly incoming = new Map<string, Map<number | undefined, StoredPacket>>();
  private readonly wills = new Map<string, StoredPacket>();
  private totalBytes = 0;

  constructor({ retained, isComplete = false }: BrokerPersistenceParts) {
    this.retained = retained;
    this.isComplete = isComplete;
  }

  async setup(broker: { id: string }): Promise<void> {
    this.broker = broker;
  }

  async destroy(): Promise<void> {}

  storeRetained(packet: StoredPacket): PromiseLike<void> {
    const { payload } = packet;
    if (this.isComplete) this.retained.put({ ...packet, payload: Buffer.from(payload) } as never);
    return new Immediate(undefined);
  }

  createRetainedStream(filter: string): Readable {
    return this.createRetainedStreamCombi([filter]);
  }

  createRetainedStreamCombi(filters: readonly string[]): Readable {
    return Readable.from(this.isComplete ? filters.flatMap((filter) => this.retained.matching(filter)) : []);
  }

  async addSubscriptions({ id }: ClientRef, added: readonly Subscription[]): Promise<void> {
    const own = this.subscriptions.get(id) ?? new Map<string, Subscription>();
    this.subscriptions.set(id, own);
    for (const { topic, qos, rh, rap, nl, subscriptionIdentifier } of added) {
      this.unfile(own.get(topic));
      const filed = { topic, qos, rh, rap, nl } as Subscription;
      const identified = subscriptionIdentifier === undefined ? filed : { ...filed, subscriptionIdentifier };
      own.set(topic, identified);
      if (qos === 0) continue;
      const addressed = { clientId: id, ...filed };
      this.indexed.set(identified, addressed);
      this.index.add(topic, addressed);
    }
  }

  async removeSubscriptions({ id }: ClientRef, topics: readonly string[]): Promise<void> {
    const own = this.subscriptions.get(id);
    for (const topic of topics) {
      this.unfile(own?.get(topic));
      own?.delete(topic);
    }
    if (own?.size === 0) this.subscriptions.delete(id);
  }

  async cleanSubscriptions({ id }: ClientRef): Promise<void> {
    for (const subscription of this.subscriptions.get(id)?.values() ?? []) this.unfile(subscription);
    this.subscriptions.delete(id);
  }

  async subscriptionsByClient({ id }: ClientRef): Promise<Subscription[]> {
    return [...(this.subscriptions.get(id)?.values() ?? [])];
  }

  async countOffline(): Promise<{ readonly subsCount: number; readonly clientsCount: number }> {
    return { subsCount: this.indexed.size, clientsCount: this.subscriptions.size };
  }

  subscriptionsByTopic(topic: string): PromiseLike<readonly (Subscription & Addressed)[]> {
    return new Immediate(this.index.matching(topic));
  }

  getClientList(topic: string): Readable {
    const clients = [...this.subscriptions].filter(([, own]) => own.has(topic));
    return Readable.from(clients.map(([id]) => id));
  }

  outgoingEnqueue(subscription: Addressed, packet: StoredPacket): PromiseLike<void> {
    return this.outgoingEnqueueCombi([subscription], packet);
  }

  /**
   * Puts a message into the queue of each client once, however many of its filters it matches, unless the
   * queue is full.
   */
  outgoingEnqueueCombi(subscriptions: readonly Addressed[], packet: StoredPacket): PromiseLike<void> {
    const bytes = packet.payload.length;
    for (const id of new Set(subscriptions.map(({ clientId }) => clientId))) {
      const queue = this.queues.get(id) ?? { packets: [], bytes: 0 };
      const hasRoom =
        queue.packets.length < MAX_MESSAGES &&
        queue.bytes + bytes <= MAX_BYTES &&
        this.totalBytes + bytes <= MAX_TOTAL_BYTES;
      if (!hasRoom) continue;
      this.queues.set(id, queue);
      queue.packets.push(copyOf(packet));
      this.count(queue, bytes);
    }
    return new Immediate(undefined);
  }

  async outgoingUpdate({ id }: ClientRef, packet: StoredPacket): Promise<void> {
    const queue = this.queues.get(id);
    for (const [i, waiting] of queue?.packets.entries() ?? []) {
      if (waiting.brokerId === packet.brokerId) {
        if (waiting.brokerCounter !== packet.brokerCounter) continue;
        waiting.messageId = packet.messageId;
        return;
      }
      if (queue === undefined || waiting.messageId !== packet.messageId) continue;
      this.count(queue, (packet.payload?.length ?? 0) - (waiting.payload?.length ?? 0));
      queue.packets[i] = packet;
      return;
    }
    throw new Error('no such packet');
  }

  async outgoingClearMessageId(
    { id }: ClientRef,
    { messageId }: Pick<StoredPacket, 'messageId'>,
  ): Promise<StoredPacket | undefined> {
    const queue = this.queues.get(id);
    const at = queue?.packets.findIndex((waiting) => waiting.messageId === messageId) ?? -1;
    if (queue === undefined || at < 0) return undefined;
    const [packet] = queue.packets.splice(at, 1);
    this.count(queue, -(packet?.payload?.length ?? 0));
    if (queue.packets.length === 0) this.queues.delete(id);
    return packet;
  }

  outgoingStream({ id }: ClientRef): Readable {
    return Readable.from([...(this.queues.get(id)?.packets ?? [])]);
  }

  async incomingStorePacket({ id }: ClientRef, packet: StoredPacket): Promise<void> {
    const own = this.incoming.get(id) ?? new Map<number | undefined, StoredPacket>();
    this.incoming.set(id, own);
    const { messageId } = packet;
    own.set(messageId, { ...copyOf(packet), messageId, ...(this.isComplete ? {} : { payload: '' }) });
  }

  async incomingGetPacket({ id }: ClientRef, { messageId }: StoredPacket): Promise<StoredPacket> {
    const packet = this.incoming.get(id)?.get(messageId);
    if (packet === undefined) throw new Error('no such packet');
    return packet;
  }

  async incomingDelPacket({ id }: ClientRef, { messageId }: StoredPacket): Promise<void> {
    if (this.incoming.get(id)?.delete(messageId) !== true) throw new Error('no such packet');
  }

  async cleanIncoming({ id }: ClientRef): Promise<void> {
    this.incoming.delete(id);
  }

  async putWill({ id }: ClientRef, packet: StoredPacket): Promise<void> {
    this.wills.set(id, Object.assign(packet, { brokerId: this.broker.id, clientId: id }));
  }

  async getWill({ id }: ClientRef): Promise<StoredPacket | undefined> {
    return this.wills.get(id);
  }

  async delWill({ id }: ClientRef): Promise<StoredPacket | undefined> {
    const will = this.wills.get(id);
    this.wills.delete(id);
    return will;
  }

  streamWill(brokers: Readonly<Record<string, unknown>> = {}): Readable {
    return Readable.from([...this.wills.values()].filter(({ brokerId = '' }) => !brokers[brokerId]));
  }

  /** Forgets the session of a client that is away. */
  forget(client: ClientRef): void {
    this.cleanSubscriptions(client);
    this.cleanIncoming(client);
    this.totalBytes -= this.queues.get(client.id)?.bytes ?? 0;
    this.queues.delete(client.id);
  }

  private unfile(subscription: Subscription | undefined): void {
    const addressed = subscription && this.indexed.get(subscription);
    if (addressed === undefined || subscription === undefined) return;
    this.indexed.delete(subscription);
    this.index.delete(addressed.topic, addressed);
  }

  private count(queue: Queue, bytes: number): void {
    queue.bytes += bytes;
    this.totalBytes += bytes;
  }
}

/**
 * A promise that calls back in the same event loop tick. Aedes numbers messages, then waits for its persistence, then hands them on, and
 * drops one whose number is below the last it handed on: a persistence that makes messages with QoS wait and others not loses messages.
 */
class Immediate<T> implements PromiseLike<T> {
  private readonly value: T;

  constructor(value: T) {
    this.value = value;
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise
  then<A = T, B = never>(done?: ((value: T) => A | PromiseLike<A>) | null): PromiseLike<A | B> {
    return new Immediate(done?.(this.value) as A);
  }
}

/** A packet as it waits: without the number it had for its sender. */
function copyOf(packet: StoredPacket): StoredPacket {
  const defaults = { cmd: 'publish', brokerCounter: 0, retain: false, dup: false };
  const copy = { ...defaults, ...packet, messageId: undefined };
  delete copy.length;
  return copy;
}
