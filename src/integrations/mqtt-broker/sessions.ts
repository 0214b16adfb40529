import type { Client } from 'aedes';
import type { Clock } from '../../core/clock.ts';
import { FilterIndex } from '../../core/filter-index.ts';

interface Subscription {
  readonly topic: string;
  readonly qos: number;
}

interface PutBy {
  readonly payload: string | Uint8Array;
}

interface Away {
  readonly clientId: string;
  readonly topic: string;
}

/** As much of aedes' memory as holds sessions. */
export interface SessionMemory {
  addSubscriptions: (client: { readonly id: string }, added: readonly Subscription[]) => Promise<void>;
  removeSubscriptions: (client: { readonly id: string }, topics: readonly string[]) => Promise<void>;
  cleanSubscriptions: (client: { readonly id: string }) => Promise<void>;
  subscriptionsByTopic: (topic: string) => PromiseLike<readonly Away[]>;
  outgoingEnqueueCombi: (subscriptions: readonly Away[], packet: PutBy) => PromiseLike<void>;
  outgoingStream(client: { readonly id: string }): AsyncIterable<PutBy>;
  incomingStorePacket: (client: { readonly id: string }, packet: PutBy) => Promise<void>;
  outgoingClearMessageId(client: { readonly id: string }, packet: object): Promise<unknown>;
}

interface Session {
  readonly client: Client;
  readonly username: string | null;
  /** Whether it outlives its connection. */
  isKept: boolean;
  /** When the client disconnected, in milliseconds since 1970; undefined while it is connected. */
  leftAt: number | undefined;
  /** Number and bytes of queued messages: the result of the last count plus what was queued since. */
  putBy: number;
  bytes: number;
  isCounting: boolean;
  /** No recount before this time, since the last one found the queue full. */
  fullUntil: number;
}

const KEPT_FOR = 24 * 3_600_000;
/** Messages queued for one absent client, and their bytes. */
const MOST_PUT_BY = 1000;
const MOST_BYTES = 8 * 1024 * 1024;
/** Bytes queued for all clients; a message for several clients counts for each. */
const MOST_BYTES_IN_TOTAL = 32 * 1024 * 1024;

const COUNT_FULL_EVERY = 1000;

/** Persistent sessions: which account owns a client ID, and limits for the queues of absent clients. */
export class Sessions {
  private readonly memory: SessionMemory;
  private readonly clock: Clock;
  private readonly most: number;
  private readonly byId = new Map<string, Session>();
  private readonly index = new FilterIndex<Away>();
  private readonly filed = new Map<string, Map<string, Away>>();
  private totalBytes = 0;

  constructor(memory: SessionMemory, clock: Clock, most: number) {
    this.memory = memory;
    this.clock = clock;
    this.most = most;
    const { addSubscriptions, removeSubscriptions, cleanSubscriptions } = memory;
    const { outgoingEnqueueCombi, incomingStorePacket } = memory;
    // A QoS 2 message is recognized by its number: its payload is not needed until the end of the handshake.
    memory.incomingStorePacket = (client, packet) =>
      incomingStorePacket.call(memory, client, { ...packet, payload: '' });
    memory.addSubscriptions = (client, added) => {
      for (const { topic, qos } of added) this.file(client.id, topic, qos);
      return addSubscriptions.call(memory, client, added);
    };
    memory.removeSubscriptions = (client, topics) => {
      for (const topic of topics) this.file(client.id, topic, 0);
      return removeSubscriptions.call(memory, client, topics);
    };
    memory.cleanSubscriptions = (client) => {
      this.fileNone(client.id);
      return cleanSubscriptions.call(memory, client);
    };
    memory.subscriptionsByTopic = (topic) => atOnce(this.waitingFor(topic));
    memory.outgoingEnqueueCombi = (subscriptions, packet) => {
      const wanted = subscriptions.filter(({ clientId }) => this.putsBy(clientId, packet.payload.length));
      if (wanted.length > 0) outgoingEnqueueCombi.call(memory, wanted, packet);
      return atOnce(undefined);
    };
  }

  /** Whether an account may use this client ID: one in use belongs to its account. */
  mayUse(client: Client, username: string | null): boolean {
    const known = this.byId.get(client.id);
    if (known !== undefined && known.username !== username) return false;
    const isKept = !client.clean;
    const { putBy = 0, bytes = 0 } = known ?? {};
    this.byId.set(client.id, {
      client,
      username,
      isKept,
      leftAt: undefined,
      putBy,
      bytes,
      isCounting: false,
      fullUntil: 0,
    });
    return true;
  }

  /** Handles a disconnect: a persistent session stays. */
  left(client: Client): void {
    const session = this.byId.get(client.id);
    if (session?.client !== client) return; // another connection took the session over
    if (session.isKept) session.leftAt = this.clock.now();
    else this.drop(client.id);
  }

  /** Drops sessions absent for too long, and the longest absent ones where there are too many. */
  sweep(): void {
    const away = [...this.byId].filter(([, { leftAt }]) => leftAt !== undefined);
    away.sort(([, a], [, b]) => (a.leftAt ?? 0) - (b.leftAt ?? 0));
    const surplus = away.length - this.most;
    for (const [i, [id, { leftAt = 0 }]] of away.entries())
      if (i < surplus || this.clock.now() - leftAt > KEPT_FOR) this.forget(id);
    // Clients that have read their queue still count for it: recount, so that others get the room.
    if (this.totalBytes > MOST_BYTES_IN_TOTAL / 2)
      for (const [id, session] of this.byId) if (session.bytes > 0) this.startCount(id, session);
  }

  /** The clients a message is queued for, each once. */
  private waitingFor(topic: string): Away[] {
    const byClient = new Map(this.index.matching(topic).map((away) => [away.clientId, away]));
    return [...byClient.values()];
  }

  private file(clientId: string, topic: string, qos: number): void {
    const own = this.filed.get(clientId) ?? new Map<string, Away>();
    const known = own.get(topic);
    if (known !== undefined && qos === 0) {
      own.delete(topic);
      this.index.delete(topic, known);
    } else if (known === undefined && qos > 0) {
      const away = { clientId, topic };
      own.set(topic, away);
      this.index.add(topic, away);
    }
    if (own.size > 0) this.filed.set(clientId, own);
    else this.filed.delete(clientId);
  }

  private fileNone(clientId: string): void {
    for (const topic of [...(this.filed.get(clientId)?.keys() ?? [])]) this.file(clientId, topic, 0);
  }

  /** Whether a message is queued. Counts include delivered messages until a limit triggers a recount. */
  private putsBy(id: string, bytes: number): boolean {
    const session = this.byId.get(id);
    if (session === undefined) return true;
    const hasRoom =
      session.putBy < MOST_PUT_BY &&
      session.bytes + bytes <= MOST_BYTES &&
      this.totalBytes + bytes <= MOST_BYTES_IN_TOTAL;
    if (hasRoom) {
      session.putBy += 1;
      session.bytes += bytes;
      this.totalBytes += bytes;
    } else if (this.clock.now() >= session.fullUntil) this.startCount(id, session);
    return hasRoom;
  }

  private startCount(id: string, session: Session): void {
    if (session.isCounting) return;
    session.isCounting = true;
    this.count(id, session).catch(() => {});
  }

  /** Recounts a queue asynchronously; meanwhile nothing more is queued, since messages must not wait. */
  private async count(id: string, session: Session): Promise<void> {
    let putBy = 0;
    let bytes = 0;
    for await (const { payload } of this.memory.outgoingStream({ id })) {
      putBy += 1;
      bytes += payload.length;
    }
    if (this.byId.get(id) !== session) return;
    this.totalBytes += bytes - session.bytes;
    const isFull = putBy >= MOST_PUT_BY || bytes >= MOST_BYTES / 2 || this.totalBytes >= MOST_BYTES_IN_TOTAL;
    const fullUntil = isFull ? this.clock.now() + COUNT_FULL_EVERY : 0;
    Object.assign(session, { putBy, bytes, isCounting: false, fullUntil });
  }

  private drop(id: string): void {
    this.totalBytes -= this.byId.get(id)?.bytes ?? 0;
    this.byId.delete(id);
  }

  private forget(id: string): void {
    this.drop(id);
    const clear = async (): Promise<void> => {
      await this.memory.cleanSubscriptions({ id });
      for await (const packet of this.memory.outgoingStream({ id }))
        await this.memory.outgoingClearMessageId({ id }, packet);
    };
    clear().catch(() => {});
  }
}

/**
 * A synchronous thenable. Aedes numbers messages, asks its memory, then delivers them, and drops one whose
 * number is below the last delivered one: a memory that delays some messages and not others loses messages.
 */
export function atOnce<T>(value: T): PromiseLike<T> {
  return {
    // biome-ignore lint/suspicious/noThenProperty: aedes awaits it, resolved synchronously
    then: (done) => {
      done?.(value);
      return atOnce(value) as never;
    },
  };
}
