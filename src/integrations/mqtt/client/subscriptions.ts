import type { Clock, Undo } from '../../../core/clock.ts';
import { MqttFilterIndex } from '../../../core/mqtt-filter-index.ts';
import { hasWildcard } from '../../../core/mqtt-topic.ts';
import { isIterator, type PacedTask, Pacer } from '../../../core/pacer.ts';
import type { Message } from './message.ts';

export type Qos = 0 | 1 | 2;
/** Handles a message synchronously, or returns steps, each of which may wait for a later event loop tick. */
export type MessageListener = (message: Message) => unknown;

/** A subscription at the broker. Wildcard filters have an identifier, which MQTT 5 returns with each copy. */
export interface FilterRequest {
  readonly filter: string;
  readonly qos: Qos;
  readonly identifier: number;
}

/** Carries requests to the broker; called while connected only. */
export interface SubscriptionTransport {
  subscribe(requests: readonly FilterRequest[]): void;
  unsubscribe(filters: readonly string[]): void;
}

interface Listener {
  readonly onMessage: MessageListener;
  readonly qos: Qos;
  /** The topics whose retained message it has received on this connection. */
  retainedFrom: Set<string> | string | undefined;
}

class Filter implements FilterRequest {
  readonly filter: string;
  readonly identifier: number;
  readonly listeners = new Set<Listener>();
  /** The quality of service that the broker confirmed; undefined while it has not confirmed the filter. */
  asked: Qos | undefined;

  constructor(filter: string, identifier: number) {
    this.filter = filter;
    this.identifier = identifier;
  }

  get qos(): Qos {
    let highest: Qos = 0;
    for (const { qos } of this.listeners) if (qos > highest) highest = qos;
    return highest;
  }
}

/** How long changes are collected before they are sent, in milliseconds: a burst becomes a few packets. */
const GATHER = 10;
/** The most messages and bytes that wait to be handled; beyond them, reading from the broker pauses. */
const MAX_WAITING = 10_000;
const MAX_WAITING_BYTES = 8 * 1024 * 1024;
/** The number all filters without wildcards share. */
export const PLAIN_IDENTIFIER = 1;

/** The subscriptions: one at the broker per filter, with any number of listeners. */
export class Subscriptions {
  private readonly clock: Clock;
  private readonly transport: SubscriptionTransport;
  private readonly onListenerError: (error: unknown, message: Message) => void;
  private readonly filters = new Map<string, Filter>();
  private readonly wildcards = new Map<number, Filter>();
  /** The same by filter, for brokers that do not return identifiers. */
  private readonly index = new MqttFilterIndex<Filter>();
  private readonly changed = new Set<Filter>();
  private readonly pacer: Pacer;
  private waitingBytes = 0;
  private nextIdentifier = PLAIN_IDENTIFIER + 1;
  private connected = false;
  private cancel: Undo | undefined;

  constructor(own: {
    clock: Clock;
    transport: SubscriptionTransport;
    onListenerError: (error: unknown, message: Message) => void;
  }) {
    this.clock = own.clock;
    this.pacer = new Pacer(own.clock);
    this.transport = own.transport;
    this.onListenerError = own.onListenerError;
  }

  /** Whether the broker knows all current subscriptions. */
  get isSettled(): boolean {
    return this.changed.size === 0;
  }

  /** The filters with listeners. */
  list(): string[] {
    return [...this.filters.values()]
      .filter(({ listeners }) => listeners.size > 0)
      .map(({ filter }) => filter);
  }

  /** Listens to a filter; a new listener is sent the retained messages once. */
  add(filter: string, qos: Qos, onMessage: MessageListener): Undo {
    const known = this.filters.get(filter) ?? this.make(filter);
    const listener: Listener = { onMessage: onMessage, qos, retainedFrom: undefined };
    known.listeners.add(listener);
    known.asked = undefined;
    this.touch(known);
    return () => {
      if (known.listeners.delete(listener) && known.listeners.size === 0) this.touch(known);
    };
  }

  /** Hands a message to its listeners, in order. `identifiers` are the numbers MQTT 5 sends along. */
  deliver(message: Message, identifiers: readonly number[] = []): void {
    const { length } = message.payload;
    this.waitingBytes += length;
    this.pacer.do(() => {
      this.waitingBytes -= length;
      return this.hand(message, identifiers);
    });
  }

  /** Runs a task after the messages received so far; later messages wait for it. */
  runInOrder(task: PacedTask): void {
    this.pacer.do(task);
  }

  /**
   * Calls back when more messages may be delivered. Templates make a message expensive, and many entities
   * may use one: what exceeds a tick's budget waits, and the sender once much is waiting. A broker that is
   * not read drops messages, such as the thousands of retained announcements of a large home.
   */
  whenRoom(callback: () => void): void {
    this.pacer.whenAtMost(this.waitingBytes > MAX_WAITING_BYTES ? 0 : MAX_WAITING, callback);
  }

  /** Subscribes to everything again on a new connection. */
  connect(): void {
    this.connected = true;
    for (const filter of this.filters.values()) {
      if (filter.listeners.size === 0) {
        this.drop(filter);
        this.changed.delete(filter);
        continue;
      }
      filter.asked = undefined;
      for (const listener of filter.listeners) listener.retainedFrom = undefined;
      this.changed.add(filter);
    }
    this.flush();
  }

  /** Stops subscribing until the connection is back. */
  disconnect(): void {
    this.connected = false;
    this.cancel?.();
    this.cancel = undefined;
  }

  private make(filter: string): Filter {
    const isWild = hasWildcard(filter);
    const made = new Filter(filter, isWild ? this.nextIdentifier : PLAIN_IDENTIFIER);
    this.filters.set(filter, made);
    if (isWild) {
      this.wildcards.set(made.identifier, made);
      this.index.add(filter, made);
      this.nextIdentifier += 1;
    }
    return made;
  }

  private drop(filter: Filter): void {
    this.filters.delete(filter.filter);
    if (!this.wildcards.delete(filter.identifier)) return;
    this.index.delete(filter.filter, filter);
  }

  /** Delivers a message to a single listener directly; to several in steps, which are returned. */
  private hand(message: Message, identifiers: readonly number[]): Iterator<unknown> | undefined {
    const [only] = identifiers;
    if (identifiers.length === 1 && only !== undefined) {
      const filter = this.filterOf(only, message.topic);
      if (filter === undefined) return undefined;
      if (filter.listeners.size > 1) return this.handInSteps([filter], message);
      for (const listener of filter.listeners) return this.notify(filter, listener, message);
      return undefined;
    }
    const filters =
      identifiers.length > 0 ? this.identified(identifiers, message.topic) : this.fitting(message.topic);
    return this.handInSteps(filters, message);
  }

  private *handInSteps(filters: readonly Filter[], message: Message): Generator<void, void> {
    for (const filter of filters) {
      for (const listener of filter.listeners) {
        const steps = this.notify(filter, listener, message);
        if (steps !== undefined) yield* steps;
        yield;
      }
    }
  }

  private notify(filter: Filter, listener: Listener, message: Message): Generator<void, void> | undefined {
    if (message.retained && !isFirst(listener, message.topic)) return undefined;
    try {
      const steps = listener.onMessage(message);
      return isIterator(steps) ? this.takeSteps(steps, filter, listener, message) : undefined;
    } catch (error) {
      this.onListenerError(error, message);
      return undefined;
    }
  }

  /** Takes the steps of a listener while it is subscribed. */
  private *takeSteps(
    steps: Iterator<unknown>,
    filter: Filter,
    listener: Listener,
    message: Message,
  ): Generator<void, void> {
    try {
      while (filter.listeners.has(listener) && steps.next().done !== true) yield;
    } catch (error) {
      this.onListenerError(error, message);
    }
  }

  private filterOf(identifier: number, topic: string): Filter | undefined {
    return identifier === PLAIN_IDENTIFIER ? this.filters.get(topic) : this.wildcards.get(identifier);
  }

  private identified(identifiers: readonly number[], topic: string): Filter[] {
    return identifiers.flatMap((identifier) => this.filterOf(identifier, topic) ?? []);
  }

  private fitting(topic: string): Filter[] {
    const plain = this.filters.get(topic);
    return [...(plain === undefined ? [] : [plain]), ...this.index.matching(topic)];
  }

  private touch(filter: Filter): void {
    this.changed.add(filter);
    if (this.connected) this.cancel ??= this.clock.after(GATHER, () => this.flush());
  }

  /** Sends pending subscriptions now: a device may answer the next publish on a topic just subscribed to. */
  flush(): void {
    if (this.changed.size === 0 || !this.connected) return;
    this.cancel?.();
    this.cancel = undefined;
    const wanted: Filter[] = [];
    const unwanted: string[] = [];
    for (const filter of this.changed) {
      if (filter.listeners.size === 0) {
        unwanted.push(filter.filter);
        this.drop(filter);
      } else if (filter.asked === undefined) {
        filter.asked = filter.qos;
        wanted.push(filter);
      }
    }
    this.changed.clear();
    if (unwanted.length > 0) this.transport.unsubscribe(unwanted);
    if (wanted.length > 0) this.transport.subscribe(wanted);
  }
}

/** Whether this is the listener's first retained message of the topic; other subscriptions cause repeats. */
function isFirst(listener: Listener, topic: string): boolean {
  const seen = listener.retainedFrom;
  if (seen === undefined) listener.retainedFrom = topic;
  else if (typeof seen === 'string') {
    if (seen === topic) return false;
    listener.retainedFrom = new Set([seen, topic]);
  } else if (seen.has(topic)) return false;
  else seen.add(topic);
  return true;
}
