import { Aedes, type AedesOptions, type Client } from 'aedes';
import type { Clock } from '../../core/clock.ts';
import { silentLog } from '../../core/log.ts';
import { filterProblem, matchesFilter, publishTopicProblem } from '../../core/mqtt-topic.ts';
import { WarningLog } from '../mqtt/client/warning-log.ts';
import { Admission } from './admission.ts';
import { subscriptionsOf } from './aedes-internals.ts';
import { BrokerPersistence } from './broker-persistence.ts';
import type { ClientConnection } from './client-connection.ts';
import type { BrokerFigures, BrokerSetup, FromBroker } from './messages.ts';
import { OutgoingQueues } from './outgoing-queues.ts';
import { PublishRateLimit } from './publish-rate-limit.ts';
import { RetainedJournal } from './retained-journal.ts';
import { RetainedMessages } from './retained-messages.ts';
import { replayRetained } from './retained-replay.ts';
import { Sessions } from './sessions.ts';

type Hook<Name extends keyof AedesOptions> = NonNullable<AedesOptions[Name]>;
type Published = Parameters<Hook<'authorizePublish'>>[1];
type Forwarded = Parameters<Hook<'authorizeForward'>>[1];

/** Topic of refused messages: MQTT 3.1.1 cannot report them, and disconnected clients would retry forever. */
const NOWHERE = '$SYS/nowhere';
const MAX_FILTERS = 20_000;
/** From this size on a message is tracked until it is delivered, and its sender is read no faster. */
const LARGE = 16 * 1024;

/** The broker inside its worker: aedes with permissions, limits and persistent messages. */
export class HostedBroker {
  readonly retained: RetainedMessages;
  readonly admission: Admission;
  private readonly clock: Clock;
  private readonly warnings: WarningLog;
  private readonly aedes: Aedes;
  private readonly sessions: Sessions;
  private readonly rateLimit: PublishRateLimit;
  private readonly connections = new WeakMap<Client, ClientConnection>();
  private readonly clients = new Set<Client>();
  private readonly journal: RetainedJournal;
  private readonly queues: OutgoingQueues;
  private readonly large = new WeakMap<object, number>();
  private received = 0;
  private sent = 0;
  private dropped = 0;

  private constructor(own: {
    setup: BrokerSetup;
    clock: Clock;
    notify: (message: FromBroker) => void;
    aedes: Aedes;
    persistence: BrokerPersistence;
    retained: RetainedMessages;
  }) {
    this.retained = own.retained;
    this.journal = new RetainedJournal(own.clock, own.notify);
    const { queue } = own.setup.limits;
    const connected = (): ClientConnection[] => this.connected();
    this.queues = new OutgoingQueues({ clock: own.clock, max: queue, connected });
    this.clock = own.clock;
    const warn = (message: string): void => own.notify({ kind: 'warning', message });
    this.rateLimit = new PublishRateLimit(own.clock);
    this.warnings = new WarningLog({ ...silentLog, warn }, own.clock);
    this.aedes = own.aedes;
    this.sessions = new Sessions(own.persistence, own.clock, own.setup.limits.clients);
    this.admission = new Admission({ ...own, sessions: this.sessions, count: () => this.clients.size });
    own.aedes.authenticate = (client, username, password, done) => {
      const connection = this.connections.get(client);
      if (connection === undefined) done(null, false);
      else this.admission.authenticate(client, connection, { username, password }, done);
    };
    own.aedes.authorizePublish = (client, packet, done) => this.authorizePublish(client, packet, done);
    own.aedes.authorizeSubscribe = (client, subscription, done) =>
      done(null, this.maySubscribe(client, subscription.topic) ? subscription : null);
    own.aedes.published = (packet, client, done) => {
      this.published(packet, client);
      done();
    };
    own.aedes.authorizeForward = (client, packet) => this.authorizeForward(client, packet);
    own.aedes.on('subscribe', (subscriptions, client) => {
      const granted = subscriptions.filter(({ qos }) => Number(qos) < 128);
      replayRetained(this.retained, client, granted).catch(() => {}); // it went away meanwhile
    });
    own.aedes.on('client', (client) => this.clients.add(client));
    own.aedes.on('clientDisconnect', (client) => {
      this.clients.delete(client);
      this.sessions.left(client);
    });
  }

  /** Starts the broker; `accept` receives the connections. */
  static async open(
    setup: BrokerSetup,
    clock: Clock,
    notify: (message: FromBroker) => void,
  ): Promise<HostedBroker> {
    const { limits } = setup;
    const retained = new RetainedMessages();
    const persistence = new BrokerPersistence({ retained });
    const aedes = await Aedes.createBroker({
      persistence,
      maxTopicLevels: limits.topicLevels,
      connectTimeout: 10_000,
    });
    return new HostedBroker({ setup, clock, notify, aedes, persistence, retained });
  }

  /** Accepts a connection; its first packet identifies the client. */
  accept(connection: ClientConnection): void {
    const client = this.aedes.handle(connection.stream);
    this.connections.set(client, connection);
    connection.since = this.clock.now();
  }

  /** Messages up to this one are on the disk. */
  stored(upTo: number): void {
    this.journal.stored(upTo);
  }

  /** Ends the connections of an account. */
  cut(username: string): void {
    for (const client of this.clients)
      if (this.connections.get(client)?.username === username) client.conn.destroy();
  }

  /** The connected clients. */
  listClients(): ReturnType<ClientConnection['shown']>[] {
    return [...this.clients].flatMap((client) => this.connections.get(client)?.shown(client) ?? []);
  }

  /** Counts of stored, received, sent and dropped messages. */
  figures(): BrokerFigures {
    const { received, sent, dropped } = this;
    return { clients: this.clients.size, retained: this.retained.count, received, sent, dropped };
  }

  /** Disconnects clients that stopped reading and expires old sessions; called every few seconds. */
  sweep(): void {
    for (const client of this.clients) {
      const connection = this.connections.get(client);
      if (connection === undefined) continue;
      const reason = this.queues.judge(connection);
      if (reason !== undefined) this.cutSlow(client, reason);
    }
    this.sessions.sweep();
  }

  /** Ends all connections; settles when they have ended. */
  close(): Promise<void> {
    return new Promise((resolve) => this.aedes.close(resolve));
  }

  private authorizePublish(
    client: Client | null,
    packet: Published,
    done: (error?: Error | null) => void,
  ): void {
    const connection = client === null ? undefined : this.connections.get(client);
    if (connection === undefined) {
      done();
      return;
    }
    if (packet.qos < 2 && packet.payload.length >= LARGE) {
      connection.begin(packet.payload.length);
      this.large.set(packet, packet.payload.length);
    }
    const publisher = { connection: connection, account: connection.username ?? connection.address };
    const bytes = packet.payload.length;
    if (connection.isInternal || (connection.paced === 0 && this.rateLimit.take(publisher, bytes))) {
      this.publish(connection, packet, done);
      return;
    }
    connection.paced += 1;
    connection.inOrder((next) =>
      this.rateLimit.whenTaken(publisher, bytes, () => {
        connection.paced -= 1;
        const at = this.acceptMessage(connection, packet);
        const end = (): void => {
          done();
          next();
        };
        if (at === null) end();
        else this.journal.whenStored(at, end);
      }),
    );
  }

  private publish(connection: ClientConnection, packet: Published, done: () => void): void {
    const at = this.acceptMessage(connection, packet);
    if (at === null && !connection.isWaiting) {
      done();
      return;
    }
    connection.inOrder((next) => {
      const end = (): void => {
        done();
        next();
      };
      if (at === null) end();
      else this.journal.whenStored(at, end);
    });
  }

  /** Accepts a message; returns its write number if the sender has to wait for the disk. */
  private acceptMessage(connection: ClientConnection, packet: Published): number | null {
    this.received += 1;
    if (!this.isAllowed(connection, packet.topic))
      Object.assign(packet, { topic: NOWHERE, payload: Buffer.alloc(0), retain: false });
    if (!packet.retain) return null;
    const at = this.store(connection, packet);
    // Acknowledged messages are persistent: QoS > 0 waits for the disk, and so do all that follow.
    return at !== null && (packet.qos > 0 || this.journal.isBehind) ? at : null;
  }

  /** Stores a message and returns its write number; null when nothing is written. */
  private store(connection: ClientConnection, packet: Published): number | null {
    const { topic, qos } = packet;
    const account = connection.username ?? connection.address;
    const limit = this.retained.limitFor(topic, packet.payload.length, account);
    if (limit !== undefined) {
      packet.retain = false;
      const what = `A retained message of ${account} on ${topic.slice(0, 200)}`;
      this.warnings.warn(`retained ${account}`, `${what} is handed on, but not kept: ${limit}`);
    }
    // The previous retained message is outdated by now, and none is better than a wrong one.
    const payload = limit === undefined ? Buffer.from(packet.payload) : Buffer.alloc(0);
    if (payload.length === 0 && !this.retained.has(topic)) return null;
    const message = { topic, payload, qos };
    this.retained.put(message, account);
    return this.journal.add(message);
  }

  private isAllowed(connection: ClientConnection, topic: string): boolean {
    const problem = publishTopicProblem(topic);
    if (problem === undefined && connection.mayPublish(topic)) return true;
    const who = connection.username ?? 'a client without a name';
    this.warnings.warn(
      `publish ${who} ${topic.slice(0, 100)}`,
      `${who} (${connection.address}) may not publish to ${topic.slice(0, 200)}: left out`,
    );
    return false;
  }

  private maySubscribe(client: Client, filter: string): boolean {
    const connection = this.connections.get(client);
    const isMuch =
      connection?.isInternal !== true && Object.keys(subscriptionsOf(client)).length >= MAX_FILTERS;
    if (filterProblem(filter) === undefined && !isMuch && connection?.maySubscribe(filter) === true)
      return true;
    const who = connection?.username ?? 'a client without a name';
    const shown = filter.slice(0, 200);
    this.warnings.warn(`subscribe ${who} ${shown}`, `${who} may not listen to ${shown}`);
    return false;
  }

  /**
   * Decides about a delivery. Slow clients lose QoS 0 messages; those that would miss other messages are
   * disconnected.
   */
  private authorizeForward(client: Client, packet: Forwarded): Forwarded | null {
    const connection = this.connections.get(client);
    if (connection !== undefined && this.queues.isFull(connection)) {
      this.dropped += 1;
      if (packet.qos > 0 && highestQos(client, packet) > 0) this.cutSlow(client, 'reads too slowly');
      return null;
    }
    this.sent += 1;
    if (connection !== undefined) this.queues.add(connection, packet.topic.length + packet.payload.length);
    return packet.qos < 2 ? packet : { ...packet, qos: highestQos(client, packet) };
  }

  private published(packet: Published, client: Client | null): void {
    const bytes = this.large.get(packet);
    if (bytes === undefined || client === null) return;
    this.large.delete(packet);
    this.connections.get(client)?.end(bytes);
  }

  private connected(): ClientConnection[] {
    return [...this.clients].flatMap((client) => this.connections.get(client) ?? []);
  }

  private cutSlow(client: Client, what: string): void {
    this.warnings.warn(`slow ${client.id}`, `The MQTT client ${client.id} ${what} and is cut off`);
    client.conn.destroy();
  }
}

/** Aedes lowers the QoS to the subscribed one only where the filter equals the topic. */
function highestQos(client: Client, { topic, qos }: Forwarded): 0 | 1 | 2 {
  let highest: 0 | 1 | 2 = 0;
  for (const [filter, subscription] of Object.entries(subscriptionsOf(client))) {
    if (subscription.qos === qos && matchesFilter(filter, topic)) return qos;
    if (subscription.qos > highest && matchesFilter(filter, topic)) highest = subscription.qos;
  }
  return highest;
}
