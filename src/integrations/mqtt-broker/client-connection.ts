import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Client } from 'aedes';
import { coversFilter, matchesFilter } from '../../core/mqtt-topic.ts';
import type { BrokerClient, TopicRights } from './messages.ts';

/** Bytes of messages being handed on beyond which a connection is not read. */
const MAX_IN_FLIGHT = 256 * 1024;

/** A connection and what is known about its client. */
export class ClientConnection {
  readonly address: string;
  /** Whether a page of a browser opened it. */
  readonly isFromPage: boolean;
  readonly stream: Duplex;
  username: string | null = null;
  rights: TopicRights = { publish: [], subscribe: [] };
  isInternal = false;
  since = 0;
  /** How often in a row it was seen with a full queue. */
  timesFull = 0;
  /** How many checks in a row found its queue stalled, and the bytes it had taken at the last check. */
  timesStalled = 0;
  flushedBefore = 0;
  /** Bytes that go into its queue before the end of this tick. */
  unwritten = 0;
  /** Bytes of large messages it has published that are not handed on yet. */
  private inHand = 0;
  private isReadWanted = false;
  /** How many of its messages wait for an allowance. */
  paced = 0;
  /** Tasks waiting behind a message that is being written: the messages of one client stay in order. */
  private readonly line: ((done: () => void) => void)[] = [];
  private isHeld = false;

  private readonly socket: Pick<Socket, 'bytesWritten' | 'writableLength'>;

  constructor(own: {
    /** The stream that carries MQTT. */
    stream: Duplex;
    /** What carries the stream: itself, or the socket below a WebSocket. */
    socket: Pick<Socket, 'bytesWritten' | 'writableLength'>;
    address: string;
    isFromPage: boolean;
  }) {
    this.stream = own.stream;
    this.socket = own.socket;
    this.address = own.address;
    this.isFromPage = own.isFromPage;
    const read = own.stream.read.bind(own.stream);
    // Aedes reads on after each chunk, even while messages wait: large ones would not slow their sender down.
    own.stream.read = (size?: number): unknown => {
      this.isReadWanted = this.isBusy;
      return this.isBusy ? null : read(size);
    };
    const write = own.stream.write.bind(own.stream) as (...packet: unknown[]) => boolean;
    // Aedes would make all senders wait for one client that does not read. `OutgoingQueues` limits what is
    // queued.
    own.stream.write = (...packet: unknown[]): boolean => {
      write(...packet);
      return true;
    };
  }

  /** Bytes that wait for it, those of this tick included. */
  get waiting(): number {
    return this.stream.writableLength + this.unwritten;
  }

  /** Bytes the client has taken since it connected. */
  get flushed(): number {
    return this.socket.bytesWritten - this.socket.writableLength;
  }

  /** Whether its account lets it publish to a topic. */
  mayPublish(topic: string): boolean {
    return this.rights.publish.some((filter) => matchesFilter(filter, topic));
  }

  /** Whether its account lets it listen to all that falls under a filter. */
  maySubscribe(filter: string): boolean {
    return this.rights.subscribe.some((allowed) => coversFilter(allowed, filter));
  }

  /** Whether an earlier message of it is still being written to the disk. */
  get isWaiting(): boolean {
    return this.isHeld;
  }

  /** Runs a task after all earlier ones are done; each task calls the function it receives when it ends. */
  inOrder(task: (done: () => void) => void): void {
    this.line.push(task);
    if (!this.isHeld) this.advance();
  }

  /** Counts a large message of it that is being delivered. */
  begin(bytes: number): void {
    this.inHand += bytes;
  }

  /** Counts that delivery as done. */
  end(bytes: number): void {
    this.inHand -= bytes;
    this.readOn();
  }

  /** The client as shown to users. */
  shown(client: Client): BrokerClient {
    return { client_id: client.id, username: this.username, address: this.address, since: this.since };
  }

  private get isBusy(): boolean {
    return this.isHeld || this.line.length > 0 || this.inHand > MAX_IN_FLIGHT;
  }

  /** Reads what arrived while reading was paused. */
  private readOn(): void {
    if (!this.isReadWanted || this.isBusy) return;
    this.isReadWanted = false;
    this.stream.emit('readable');
  }

  private advance(): void {
    while (!this.isHeld) {
      const task = this.line.shift();
      if (task === undefined) {
        this.readOn();
        return;
      }
      this.isHeld = true;
      let isAtOnce = true;
      task(() => {
        this.isHeld = false;
        if (!isAtOnce) this.advance();
      });
      isAtOnce = false;
    }
  }
}
