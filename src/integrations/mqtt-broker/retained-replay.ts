import { once } from 'node:events';
import type { Client } from 'aedes';
import { deliver } from './aedes-internals.ts';
import type { RetainedMessage } from './messages.ts';
import type { RetainedMessages } from './retained-messages.ts';

/** Bytes that may wait in the socket before the next messages are fetched. */
const WAITING = 256 * 1024;
const AT_ONCE = 50;

/** A subscription as requested and granted. */
interface Granted {
  readonly topic: string;
  readonly qos: number;
}

/** Sends the retained messages to a new subscriber, as fast as it reads. */
export async function replayRetained(
  retained: RetainedMessages,
  client: Client,
  granted: readonly Granted[],
): Promise<void> {
  for (const { topic: filter, qos } of granted) {
    const messages = retained.matching(filter);
    for (let i = 0; i < messages.length && !client.closed; i += AT_ONCE) {
      if (client.conn.writableLength > WAITING) await drained(client);
      await Promise.all(messages.slice(i, i + AT_ONCE).map((message) => send(client, message, qos)));
    }
  }
}

function send(client: Client, message: RetainedMessage, qos: number): Promise<void> {
  const packet = { cmd: 'publish', ...message, qos: Math.min(qos, message.qos), retain: true, dup: false };
  return new Promise((resolve) => deliver(client, packet, resolve));
}

/** Aedes itself emits `drain` when it closes a connection, so this ends either way. */
async function drained(client: Client): Promise<void> {
  while (client.conn.writableLength > WAITING && !client.closed) await once(client.conn, 'drain');
}
