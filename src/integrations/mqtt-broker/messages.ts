/** How much the broker takes. */
export interface BrokerLimits {
  readonly clients: number;
  /** Bytes a packet may have. */
  readonly payload: number;
  readonly topicLevels: number;
  /** Bytes that may wait for one client. */
  readonly queue: number;
}

/** What the worker is started with. */
export interface BrokerSetup {
  readonly host: string;
  readonly port: number;
  /** Whether clients without a name may come in. */
  readonly anonymous: boolean;
  readonly limits: BrokerLimits;
  /** The account of the house itself, new at each start. */
  readonly house: { readonly username: string; readonly password: string };
}

/** Filters of topics an account may publish to and hear. */
export interface TopicRights {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

/** A message the broker keeps for those who come later. */
export interface RetainedMessage {
  readonly topic: string;
  readonly payload: Uint8Array;
  readonly qos: 0 | 1 | 2;
}

/** Counts since the broker began, and how much there is now. */
export interface BrokerFigures {
  readonly clients: number;
  readonly retained: number;
  readonly received: number;
  readonly sent: number;
  readonly dropped: number;
}

/** A client that is connected now. */
export interface BrokerClient {
  readonly client_id: string;
  readonly username: string | null;
  readonly address: string;
  /** Milliseconds since 1970. */
  readonly since: number;
}

/** From the house to the broker. */
export type ToBroker =
  | { readonly kind: 'retained'; readonly messages: readonly RetainedMessage[]; readonly isLast: boolean }
  | { readonly kind: 'verdict'; readonly id: number; readonly verdict: TopicRights | 'refused' | 'busy' }
  | { readonly kind: 'stored'; readonly upTo: number }
  | { readonly kind: 'cut'; readonly username: string }
  | { readonly kind: 'clients'; readonly id: number }
  | { readonly kind: 'close' };

/** From the broker to the house. `store` is answered with `stored` once it is on the disk; an empty payload forgets the topic. */
export type FromBroker =
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'failed'; readonly message: string }
  | {
      readonly kind: 'ask';
      readonly id: number;
      readonly username: string;
      readonly password: string;
      readonly address: string;
    }
  | { readonly kind: 'store'; readonly upTo: number; readonly messages: readonly RetainedMessage[] }
  | { readonly kind: 'figures'; readonly figures: BrokerFigures }
  | { readonly kind: 'clients'; readonly id: number; readonly clients: readonly BrokerClient[] }
  | { readonly kind: 'complaint'; readonly message: string };
