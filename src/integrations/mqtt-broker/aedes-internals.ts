import type { Client } from 'aedes';

interface InsideClient {
  readonly subscriptions: Readonly<Record<string, { readonly qos: 0 | 1 | 2 }>>;
  deliverQoS(packet: object, done: () => void): void;
}

// The types of aedes omit these two members: check them with each new version.

/** The filters a client subscribes to, with the requested QoS. */
export function subscriptionsOf(client: Client): InsideClient['subscriptions'] {
  return (client as Client & InsideClient).subscriptions;
}

/** Sends a client a message; aedes assigns the message IDs of QoS 1 and 2. */
export function deliver(client: Client, packet: object, done: () => void): void {
  (client as Client & InsideClient).deliverQoS(packet, done);
}
