import type { Readable } from 'node:stream';
import type { Aedes, AedesOptions, Client } from 'aedes';
import type { SessionMemory } from './sessions.ts';

type Published = Parameters<NonNullable<AedesOptions['authorizePublish']>>[1];

/** Where aedes stores sessions and retained messages. */
interface Memory extends SessionMemory {
  storeRetained: (packet: Published) => PromiseLike<void>;
  createRetainedStreamCombi: (filters: readonly string[]) => Readable;
}

interface InsideClient {
  readonly subscriptions: Readonly<Record<string, { readonly qos: 0 | 1 | 2 }>>;
  deliverQoS(packet: object, done: () => void): void;
}

// Aedes' types omit these three: check them when updating it.

/** The memory of a broker. */
export function memoryOf(aedes: Aedes): Memory {
  return (aedes as Aedes & { readonly persistence: Memory }).persistence;
}

/** The filters a client subscribes to, with the requested QoS. */
export function subscriptionsOf(client: Client): InsideClient['subscriptions'] {
  return (client as Client & InsideClient).subscriptions;
}

/** Sends a client a message; aedes numbers those of quality itself. */
export function deliver(client: Client, packet: object, done: () => void): void {
  (client as Client & InsideClient).deliverQoS(packet, done);
}
