import type { IClientOptions, IPublishPacket, MqttClient } from 'mqtt';
import type { Clock, Undo } from '../../../core/clock.ts';
import { fault, messageOf } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import { publishTopicProblem } from '../../../core/mqtt-topic.ts';
import { Message } from './message.ts';
import { type FilterRequest, PLAIN_IDENTIFIER, type Qos, Subscriptions } from './subscriptions.ts';
import type { WarningLog } from './warning-log.ts';

/** The address and credentials of the broker. */
export interface BrokerAddress {
  /** `mqtt://host:1883`, `mqtts://…`, `ws://…` or `wss://…`. */
  readonly url: string;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /** Known to support only 3.1.1: MQTT 5 is not tried. */
  readonly isPlain?: boolean;
  /** Certificates as PEM text; `insecure` accepts any certificate of the broker. */
  readonly tls?: {
    readonly ca?: string | undefined;
    readonly cert?: string | undefined;
    readonly key?: string | undefined;
    readonly insecure?: boolean | undefined;
  };
}

/** A message of ours. */
export interface Outgoing {
  readonly topic: string;
  readonly payload: string | Buffer;
  readonly qos?: Qos;
  readonly retain?: boolean;
  /** Seconds after which the broker may discard it; MQTT 5 only. */
  readonly expiry?: number | undefined;
}

export type ConnectionListener = (isConnected: boolean) => void;

const FIRST_WAIT = 1000;
const MAX_WAIT = 10_000;
/** Bytes that may wait for a slow broker before more are refused. */
const MAX_WAITING = 8 * 1024 * 1024;
/** How long the broker may take to acknowledge a message, in milliseconds. */
const CONFIRM_WITHIN = 10_000;
const TOPICS_PER_PACKET = 500;
/** Return codes for an unsupported protocol version, of MQTT 3 and MQTT 5. */
const WRONG_VERSION: ReadonlySet<unknown> = new Set([1, 132]);

/** The connection to the broker: reconnects by itself, uses MQTT 5 and falls back to 3.1.1. */
export class Connection {
  readonly subscriptions: Subscriptions;
  private readonly address: () => BrokerAddress | undefined;
  private readonly will: Outgoing | undefined;
  private readonly clock: Clock;
  private readonly log: Log;
  private readonly warnings: WarningLog;
  private readonly listeners = new Set<ConnectionListener>();
  private client: MqttClient | undefined;
  private version: 4 | 5 = 5;
  private connected = false;
  private wait = FIRST_WAIT;
  private cancelWait: Undo | undefined;
  private stopped = true;
  private isFallbackReported = false;

  constructor(own: {
    address: () => BrokerAddress | undefined;
    will?: Outgoing | undefined;
    clock: Clock;
    log: Log;
    warnings: WarningLog;
  }) {
    this.address = own.address;
    this.will = own.will;
    this.clock = own.clock;
    this.log = own.log;
    this.warnings = own.warnings;
    this.subscriptions = new Subscriptions({
      clock: own.clock,
      transport: {
        subscribe: (requests) => this.subscribe(requests),
        unsubscribe: (filters) => this.unsubscribe(filters),
      },
      onListenerError: (error, { topic }) => {
        const text = `A message on ${topic} could not be handled: ${messageOf(error)}`;
        this.warnings.warn(`listener ${topic}`, text);
      },
    });
  }

  get isConnected(): boolean {
    return this.connected;
  }

  /** The current protocol version. */
  get protocol(): '5' | '3.1.1' {
    return this.version === 5 ? '5' : '3.1.1';
  }

  /** Called when the connection is established and when it is lost. */
  onChange(listener: ConnectionListener): Undo {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Connects, and reconnects until stopped. Loads the client code, so homes without MQTT never load it. */
  async start(): Promise<void> {
    this.stopped = false;
    const { default: mqtt } = await import('mqtt');
    if (!this.stopped) this.open((url, options) => mqtt.connect(url, options));
  }

  /** Ends the connection. Orderly, the broker forgets the will; otherwise it sends it. */
  async stop(how: 'orderly' | 'with will'): Promise<void> {
    this.stopped = true;
    this.cancelWait?.();
    this.version = 5; // after a reconnect it may be another broker
    this.wait = FIRST_WAIT;
    const { client } = this;
    this.lost();
    if (client === undefined) return;
    if (how === 'with will') client.end(true);
    else await client.endAsync().catch(() => {});
  }

  /** Publishes. Throws `home_assistant_error` for an invalid topic, when offline or with too much queued. */
  async publish(message: Outgoing): Promise<void> {
    const problem = publishTopicProblem(message.topic);
    // A topic with a wildcard would make the broker disconnect us, again after each reconnect.
    if (problem !== undefined) throw fault('home_assistant_error', 'invalid_topic', { reason: problem });
    const { client } = this;
    const { topic } = message;
    if (client === undefined || !this.connected)
      throw fault('home_assistant_error', 'cannot_publish_without_connection', { topic });
    if (client.stream.writableLength > MAX_WAITING)
      throw fault('home_assistant_error', 'cannot_publish_to_slow_broker', { topic });
    this.subscriptions.flush();
    await this.confirm(client, message);
  }

  private confirm(
    client: MqttClient,
    { topic, payload, qos = 0, retain = false, expiry }: Outgoing,
  ): Promise<void> {
    const properties =
      expiry === undefined || this.version !== 5 ? {} : { properties: { messageExpiryInterval: expiry } };
    return new Promise((resolve, reject) => {
      const cancel = this.clock.after(CONFIRM_WITHIN, () => {
        this.warnings.warn('unconfirmed', `The broker has not confirmed a message to ${topic}`);
        resolve();
      });
      client.publish(topic, payload, { qos, retain, ...properties }, (error) => {
        cancel();
        if (error) reject(fault('home_assistant_error', 'cannot_publish', { topic, reason: error.message }));
        else resolve();
      });
    });
  }

  private open(connect: (url: string, options: IClientOptions) => MqttClient): void {
    const address = this.address();
    if (address === undefined) {
      this.cancelWait = this.clock.after(FIRST_WAIT, () => this.open(connect));
      return;
    }
    if (address.isPlain === true) this.version = 4;
    const { version } = this;
    let client: MqttClient;
    try {
      client = connect(address.url, this.options(address));
    } catch (error) {
      // An unusable address is like an unreachable broker: the server starts without it.
      this.warnings.warn('connect', `Cannot connect to the broker: ${messageOf(error)}`);
      this.cancelWait = this.clock.after(MAX_WAIT, () => this.open(connect));
      return;
    }
    this.client = client;
    let reason: string | undefined;
    let isRefused = false;
    let wasUp = false;
    client.on('connect', () => {
      if (this.client !== client) return;
      wasUp = true;
      this.onStarted();
    });
    client.on('message', (_topic, _payload, packet) => this.receive(packet));
    // The client reads the next message when there is room for it.
    client.handleMessage = (_packet, done) => this.subscriptions.whenRoom(done);
    client.on('error', (error) => {
      reason = error.message || ('code' in error ? String(error.code) : error.name);
      if ('code' in error && WRONG_VERSION.has(error.code)) isRefused = true;
    });
    client.on('close', () => {
      if (this.client !== client) return;
      client.end(true); // pending messages are not sent again: a command may be hours old by then
      this.lost();
      if (this.stopped) return;
      const isMute = reason === undefined && !wasUp;
      if (isRefused || isMute) this.version = version === 5 ? 4 : 5;
      if (isRefused && version === 5) this.reportFallback();
      this.log.debug(`Connection to the broker closed: ${reason ?? 'by the broker'}`);
      if (!wasUp && !isRefused)
        this.warnings.warn(
          'connect',
          `Cannot connect to the broker: ${reason ?? 'it closed the connection'}`,
        );
      const delay = isRefused && version === 5 ? 0 : this.wait;
      this.wait = wasUp ? FIRST_WAIT : Math.min(MAX_WAIT, this.wait * 2);
      this.cancelWait = this.clock.after(delay, () => this.open(connect));
    });
  }

  private reportFallback(): void {
    this.wait = FIRST_WAIT;
    if (this.isFallbackReported) return;
    this.isFallbackReported = true;
    this.log.info('The broker does not support MQTT 5: using 3.1.1, where messages do not expire');
  }

  private options({ username, password, tls }: BrokerAddress): IClientOptions {
    const { will } = this;
    return {
      protocolVersion: this.version,
      clean: true,
      resubscribe: false,
      reconnectPeriod: 0,
      connectTimeout: 10_000,
      keepalive: 60,
      queueQoSZero: false,
      ...(username === undefined ? {} : { username }),
      ...(password === undefined ? {} : { password }),
      ...(tls === undefined
        ? {}
        : {
            ...(tls.ca === undefined ? {} : { ca: tls.ca }),
            ...(tls.cert === undefined ? {} : { cert: tls.cert }),
            ...(tls.key === undefined ? {} : { key: tls.key }),
            rejectUnauthorized: tls.insecure !== true,
          }),
      ...(will === undefined
        ? {}
        : {
            will: {
              topic: will.topic,
              payload: Buffer.from(will.payload),
              qos: will.qos ?? 0,
              retain: will.retain ?? false,
            },
          }),
    };
  }

  private onStarted(): void {
    this.connected = true;
    this.wait = FIRST_WAIT;
    this.log.info(`Connected to the broker over MQTT ${this.protocol}`);
    this.subscriptions.connect();
    for (const listener of this.listeners) listener(true);
  }

  private lost(): void {
    this.client = undefined;
    if (!this.connected) return;
    this.connected = false;
    this.subscriptions.disconnect();
    if (!this.stopped) this.log.warn('Lost the connection to the broker');
    for (const listener of this.listeners) listener(false);
  }

  private receive(packet: IPublishPacket): void {
    const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload;
    const given = packet.properties?.subscriptionIdentifier;
    const identifiers = given === undefined ? undefined : Array.isArray(given) ? given : [given];
    const message = new Message(packet.topic, payload, { qos: packet.qos, retained: packet.retain });
    this.subscriptions.deliver(message, identifiers);
  }

  private subscribe(requests: readonly FilterRequest[]): void {
    const plain = requests.filter(({ identifier }) => identifier === PLAIN_IDENTIFIER);
    for (let i = 0; i < plain.length; i += TOPICS_PER_PACKET)
      this.request(plain.slice(i, i + TOPICS_PER_PACKET), PLAIN_IDENTIFIER);
    for (const request of requests)
      if (request.identifier !== PLAIN_IDENTIFIER) this.request([request], request.identifier);
  }

  private request(requests: readonly FilterRequest[], identifier: number): void {
    const topics = Object.fromEntries(requests.map(({ filter, qos }) => [filter, { qos }]));
    const properties = this.version === 5 ? { properties: { subscriptionIdentifier: identifier } } : {};
    this.client?.subscribe(topics, { qos: 0, ...properties }, (error) => {
      if (error && this.connected)
        this.warnings.warn('subscribe', `The broker refused a subscription: ${error.message}`);
    });
  }

  private unsubscribe(filters: readonly string[]): void {
    for (let i = 0; i < filters.length; i += TOPICS_PER_PACKET)
      this.client?.unsubscribe([...filters.slice(i, i + TOPICS_PER_PACKET)], () => {});
  }
}
