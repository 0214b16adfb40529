import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { PlainFraming } from '../../integrations/esphome/protocol/framing.ts';
import {
  type Message,
  type MessageName,
  nameOf,
  numberOf,
} from '../../integrations/esphome/protocol/messages.ts';
import { type Ciphers, Handshake } from '../../integrations/esphome/protocol/noise.ts';
import { decode, encode } from '../../integrations/esphome/protocol/protobuf.ts';

type Sent = { readonly [Name in MessageName]?: (message: Message<Name>) => void };

/** What a node is and says; a test changes it while the node runs. */
export interface NodeFacts {
  info: Partial<Message<'DeviceInfoResponse'>>;
  /** What it answers when it is asked for its entities. */
  listed: readonly (readonly [MessageName, Readonly<Record<string, unknown>>])[];
  /** What it says when its states are asked for. */
  states: readonly (readonly [MessageName, Readonly<Record<string, unknown>>])[];
  key: Buffer | undefined;
  password: string;
  version: number;
  /** Replaces its answer to the first bytes. */
  garbage: Buffer | undefined;
}

/** A node of ESPHome for tests, plain or encrypted: it says what a test wants, also what no firmware says. */
export class EspHomeNode {
  readonly facts: NodeFacts;
  /** What it was sent, the newest last. */
  readonly received: { readonly name: MessageName; readonly message: never }[] = [];
  readonly handlers: Sent = {};
  port = 0;
  private server: Server | undefined;
  private readonly links = new Set<Link>();

  constructor(facts: Partial<NodeFacts> = {}) {
    this.facts = {
      ...{ info: {}, listed: [], states: [], key: undefined, password: '', version: 1, garbage: undefined },
      ...facts,
    };
  }

  get connections(): number {
    return this.links.size;
  }

  async start(): Promise<void> {
    const server = createServer((socket) => {
      const link = new Link(this, socket);
      this.links.add(link);
      socket.on('close', () => this.links.delete(link)).on('error', () => {});
    });
    this.server = server;
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.port = (server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    const { server } = this;
    for (const link of this.links) link.socket.destroy();
    await new Promise<void>((resolve) => (server === undefined ? resolve() : server.close(() => resolve())));
  }

  send<Name extends MessageName>(name: Name, values: Partial<Message<Name>> = {}): void {
    for (const link of this.links) link.send(name, values);
  }

  /** Sends bytes as they are. */
  sendRaw(bytes: Buffer): void {
    for (const link of this.links) link.socket.write(bytes);
  }

  /** The last message of a kind that it was sent. */
  last<Name extends MessageName>(name: Name): Message<Name> | undefined {
    return this.received.findLast((one) => one.name === name)?.message;
  }
}

/** One connection to the node. */
class Link {
  readonly socket: Socket;
  private readonly node: EspHomeNode;
  private readonly handshake: Handshake | undefined;
  private readonly plain = new PlainFraming();
  private ciphers: Ciphers | undefined;
  private pending: Buffer = Buffer.alloc(0);
  private frames = 0;

  constructor(node: EspHomeNode, socket: Socket) {
    this.node = node;
    this.socket = socket;
    const { key } = node.facts;
    this.handshake = key === undefined ? undefined : new Handshake(key, { isClient: false });
    socket.on('data', (chunk) => {
      if (node.facts.garbage !== undefined) socket.write(node.facts.garbage);
      else this.take(chunk);
    });
  }

  send<Name extends MessageName>(name: Name, values: Partial<Message<Name>>): void {
    const bytes = encode(name, values);
    const number = numberOf(name);
    if (this.handshake === undefined) {
      this.socket.write(this.plain.write({ number, bytes }));
      return;
    }
    if (this.ciphers === undefined) return;
    const head = Buffer.alloc(4);
    head.writeUInt16BE(number, 0);
    head.writeUInt16BE(bytes.length, 2);
    this.frame(this.ciphers.send.encrypt(Buffer.concat([head, bytes])));
  }

  private frame(body: Buffer): void {
    const head = Buffer.from([1, 0, 0]);
    head.writeUInt16BE(body.length, 1);
    this.socket.write(Buffer.concat([head, body]));
  }

  private take(chunk: Buffer): void {
    if (this.handshake === undefined) this.takePlain(chunk);
    else this.takeEncrypted(this.handshake, chunk);
  }

  private takePlain(chunk: Buffer): void {
    try {
      for (const { number, bytes } of this.plain.read(chunk)) this.receive(number, bytes);
    } catch {
      // A node without encryption answers as it always does.
      this.send('DisconnectRequest', {});
      this.socket.end();
    }
  }

  private takeEncrypted(handshake: Handshake, chunk: Buffer): void {
    this.pending = Buffer.concat([this.pending, chunk]);
    while (this.pending.length >= 3) {
      if (this.pending[0] !== 1) {
        this.frame(Buffer.concat([Buffer.from([1]), Buffer.from('node\0')]));
        this.socket.end();
        return;
      }
      const end = 3 + this.pending.readUInt16BE(1);
      if (this.pending.length < end) return;
      const body = this.pending.subarray(3, end);
      this.pending = this.pending.subarray(end);
      this.frames += 1;
      if (this.frames === 1) {
        const { name = 'node', mac_address: mac = '' } = this.node.facts.info;
        this.frame(Buffer.from(`\u0001${name}\0${mac.replaceAll(':', '').toLowerCase()}\0`, 'latin1'));
      } else if (this.ciphers === undefined) this.agree(handshake, body);
      else {
        const plain = this.ciphers.receive.decrypt(body);
        this.receive(plain.readUInt16BE(0), plain.subarray(4, 4 + plain.readUInt16BE(2)));
      }
    }
  }

  private agree(handshake: Handshake, body: Buffer): void {
    try {
      handshake.read(body.subarray(1));
    } catch {
      this.frame(Buffer.concat([Buffer.from([1]), Buffer.from('Handshake MAC failure')]));
      this.socket.end();
      return;
    }
    this.frame(Buffer.concat([Buffer.from([0]), handshake.write()]));
    this.ciphers = handshake.ciphers();
  }

  private receive(number: number, bytes: Buffer): void {
    const name = nameOf(number);
    if (name === undefined) return;
    const message = decode(name, Buffer.from(bytes));
    const { node } = this;
    const { facts } = node;
    node.received.push({ name, message: message as never });
    (node.handlers[name] as ((given: unknown) => void) | undefined)?.(message);
    if (name === 'HelloRequest')
      this.send('HelloResponse', { api_version_major: facts.version, api_version_minor: 19, name: 'node' });
    else if (name === 'AuthenticationRequest') {
      const { password } = message as Message<'AuthenticationRequest'>;
      this.send('AuthenticationResponse', { invalid_password: password !== facts.password });
    } else if (name === 'DeviceInfoRequest')
      this.send('DeviceInfoResponse', { ...facts.info, uses_password: facts.password !== '' });
    else if (name === 'ListEntitiesRequest') {
      for (const [listed, values] of facts.listed) this.send(listed, values as never);
      this.send('ListEntitiesDoneResponse', {});
    } else if (name === 'SubscribeStatesRequest')
      for (const [state, values] of facts.states) this.send(state, values as never);
    else if (name === 'PingRequest') this.send('PingResponse', {});
    else if (name === 'DisconnectRequest') this.socket.end();
  }
}
