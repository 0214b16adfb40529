import type { Duplex } from 'node:stream';
import type { Client } from 'aedes';
import { coversFilter, matchesFilter } from '../../core/mqtt-topic.ts';
import type { BrokerClient, TopicRights } from './messages.ts';

/** A connection and what is known of who is behind it. */
export class Visitor {
  readonly address: string;
  /** Whether a page of a browser opened it. */
  readonly isFromPage: boolean;
  readonly stream: Duplex;
  username: string | null = null;
  rights: TopicRights = { publish: [], subscribe: [] };
  isHouse = false;
  since = 0;
  /** How often in a row it was seen with a full queue. */
  timesFull = 0;
  /** How many of its messages wait for an allowance. */
  paced = 0;
  /** What waits behind a message that goes to the disk first: what one client sends stays in order. */
  private readonly line: ((done: () => void) => void)[] = [];
  private isHeld = false;

  constructor(stream: Duplex, address: string, isFromPage: boolean) {
    this.stream = stream;
    this.address = address;
    this.isFromPage = isFromPage;
  }

  /** Whether its account lets it publish to a topic. */
  mayPublish(topic: string): boolean {
    return this.rights.publish.some((filter) => matchesFilter(filter, topic));
  }

  /** Whether its account lets it listen to all that falls under a filter. */
  maySubscribe(filter: string): boolean {
    return this.rights.subscribe.some((allowed) => coversFilter(allowed, filter));
  }

  /** Whether what it sent before is still on its way to the disk. */
  get isWaiting(): boolean {
    return this.isHeld;
  }

  /** Runs a task once all before it are done; each calls the function it is given at its end. */
  inOrder(task: (done: () => void) => void): void {
    this.line.push(task);
    if (!this.isHeld) this.advance();
  }

  /** What people are told of it. */
  shown(client: Client): BrokerClient {
    return { client_id: client.id, username: this.username, address: this.address, since: this.since };
  }

  private advance(): void {
    while (!this.isHeld) {
      const task = this.line.shift();
      if (task === undefined) return;
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
