import { connect, type Socket } from 'node:net';
import { NotReachable } from 'hearth-integration';
import { OtherVersion, PasswordRefused } from './errors.ts';
import { type Framing, NoiseFraming, PlainFraming } from './framing.ts';
import { type Message, type MessageName, nameOf, numberOf } from './messages.ts';
import { decode, encode } from './protobuf.ts';

/** Where a node is, and what it takes to be let in. */
export interface NodeAddress {
  readonly host: string;
  readonly port: number;
  /** With a key the connection is encrypted, or there is none. */
  readonly key?: Buffer | undefined;
  readonly password?: string | undefined;
}

type Listener = (message: never) => void;

const CONNECT_WITHIN = 30_000;
const ANSWER_WITHIN = 30_000;
const PING_EVERY = 20_000;
/** Without a word for this long, a node is gone. */
const SILENT_FOR = 90_000;
const CLIENT = 'Hearth';
/** More unsent bytes than this, and the node does not read. */
const MAX_UNSENT = 1024 * 1024;

/** A connection to a node, from its first byte to its last. */
export class NodeConnection {
  /** Resolves when it has ended: with an error, or undefined if one of both ends said goodbye. */
  readonly ended: Promise<Error | undefined>;
  /** Whether the node has said that it leaves. */
  hasLeft = false;
  private readonly socket: Socket;
  private readonly framing: Framing;
  private readonly listeners = new Map<MessageName, Set<Listener>>();
  private readonly pings: NodeJS.Timeout;
  private heardAt = Date.now();
  private isOver = false;
  private ready = (): void => {};
  private finish = (_error: Error | undefined): void => {};

  private constructor(address: NodeAddress) {
    this.framing = address.key === undefined ? new PlainFraming() : new NoiseFraming(address.key);
    this.ended = new Promise((resolve) => {
      this.finish = resolve;
    });
    this.socket = connect({ host: address.host, port: address.port });
    this.socket.setNoDelay(true);
    this.socket.on('connect', () => {
      this.socket.write(this.framing.begin());
      if (this.framing.isReady) this.ready();
    });
    this.socket.on('data', (chunk) => this.take(chunk));
    this.socket.on('error', (error) => this.end(error));
    this.socket.on('close', () => this.end(new NotReachable('The device has closed the connection')));
    this.pings = setInterval(() => this.ping(), PING_EVERY);
    this.pings.unref();
  }

  /**
   * Connects to a node and greets it. Throws `KeyRequired`, `KeyRefused`, `NotEncrypted`, `PasswordRefused`,
   * `OtherVersion`, or an error of the network. The caller ends the connection.
   */
  static async open(address: NodeAddress, signal?: AbortSignal): Promise<NodeConnection> {
    const node = new NodeConnection(address);
    const abort = (): void => node.close();
    signal?.addEventListener('abort', abort);
    void node.ended.then(() => signal?.removeEventListener('abort', abort));
    try {
      await node.within(
        CONNECT_WITHIN,
        new Promise<void>((resolve) => {
          node.ready = resolve;
        }),
      );
      await node.greet(address.password ?? '');
      return node;
    } catch (error) {
      node.end(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
  }

  /** Sends a message. What is sent after the end is lost. */
  send<Name extends MessageName>(name: Name, values: Partial<Message<Name>> = {}): void {
    if (this.isOver) return;
    this.socket.write(this.framing.write({ number: numberOf(name), bytes: encode(name, values) }));
    if (this.socket.writableLength > MAX_UNSENT)
      this.end(new NotReachable('The device does not read what is sent'));
  }

  /** Calls the listener for each message of a kind, until it is undone. */
  on<Name extends MessageName>(name: Name, listener: (message: Message<Name>) => void): () => void {
    const listeners = this.listeners.get(name) ?? new Set();
    this.listeners.set(name, listeners.add(listener as Listener));
    return () => listeners.delete(listener as Listener);
  }

  /** Sends a message and resolves with the first answer of a kind that `isMeant`. */
  async ask<Asked extends MessageName, Answer extends MessageName>(
    asked: Asked,
    values: Partial<Message<Asked>>,
    answer: Answer,
    isMeant: (message: Message<Answer>) => boolean = () => true,
    within = ANSWER_WITHIN,
  ): Promise<Message<Answer>> {
    let undo = (): void => {};
    const answered = new Promise<Message<Answer>>((resolve) => {
      undo = this.on(answer, (message) => {
        if (isMeant(message)) resolve(message);
      });
    });
    this.send(asked, values);
    try {
      return await this.within(within, answered);
    } finally {
      undo();
    }
  }

  /** Says goodbye and ends the connection. */
  close(): void {
    if (this.isOver) return;
    if (this.framing.isReady && !this.socket.connecting) this.send('DisconnectRequest');
    this.end(undefined);
  }

  private async greet(password: string): Promise<void> {
    const hello = { client_info: CLIENT, api_version_major: 1, api_version_minor: 19 };
    const { api_version_major: major, api_version_minor: minor } = await this.ask(
      ...(['HelloRequest', hello, 'HelloResponse'] as const),
    );
    if (major !== 1) throw new OtherVersion(`${major}.${minor}`);
    if (password === '') return;
    const { invalid_password: isWrong } = await this.ask(
      ...(['AuthenticationRequest', { password }, 'AuthenticationResponse'] as const),
    );
    if (isWrong) throw new PasswordRefused();
  }

  private take(chunk: Buffer): void {
    if (this.isOver) return;
    this.heardAt = Date.now();
    const wasReady = this.framing.isReady;
    try {
      for (const { number, bytes } of this.framing.read(chunk)) this.receive(number, bytes);
    } catch (error) {
      this.end(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    if (!wasReady && this.framing.isReady) this.ready();
  }

  private receive(number: number, bytes: Buffer): void {
    const name = nameOf(number);
    if (name === undefined || this.isOver) return;
    if (name === 'PingRequest') this.send('PingResponse');
    else if (name === 'DisconnectRequest') {
      this.hasLeft = true;
      this.send('DisconnectResponse');
      this.end(undefined);
    } else {
      const listeners = this.listeners.get(name);
      if (listeners === undefined || listeners.size === 0) return;
      const message = decode(name, bytes);
      for (const listener of [...listeners]) listener(message as never);
    }
  }

  private ping(): void {
    if (Date.now() - this.heardAt > SILENT_FOR) this.end(new NotReachable('The device does not answer'));
    else if (this.framing.isReady) this.send('PingRequest');
  }

  private end(error: Error | undefined): void {
    if (this.isOver) return;
    this.isOver = true;
    clearInterval(this.pings);
    // What was written last is still sent.
    this.socket.destroySoon();
    this.finish(error);
  }

  /** A value that must come in time and before the connection ends. */
  private within<Value>(milliseconds: number, wanted: Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new NotReachable('The device does not answer in time')),
        milliseconds,
      );
      void this.ended.then((error) =>
        reject(error ?? new NotReachable('The device has ended the connection')),
      );
      wanted.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  }
}
