/** The limits of the broker. */
export interface BrokerLimits {
  readonly clients: number;
  /** Bytes a packet may have. */
  readonly payload: number;
  readonly topicLevels: number;
  /** Bytes that may wait for one client. */
  readonly queue: number;
}

/** The startup parameters of the worker. */
export interface BrokerSetup {
  readonly host: string;
  readonly port: number;
  /** Whether clients may connect without a user name. */
  readonly anonymous: boolean;
  readonly limits: BrokerLimits;
  /** The account of the server itself, new at each start. */
  readonly home: { readonly username: string; readonly password: string };
}

/** Topic filters an account may publish and subscribe to. */
export interface TopicRights {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

/** A retained message. */
export interface RetainedMessage {
  readonly topic: string;
  readonly payload: Uint8Array;
  readonly qos: 0 | 1 | 2;
}

/** Counters since the broker's start, and current sizes. */
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

/** Messages from the server to the broker. */
export type ToBroker =
  | { readonly kind: 'retained'; readonly messages: readonly RetainedMessage[]; readonly isLast: boolean }
  | { readonly kind: 'decision'; readonly id: number; readonly decision: TopicRights | 'refused' | 'busy' }
  | { readonly kind: 'stored'; readonly upTo: number }
  | { readonly kind: 'cut'; readonly username: string }
  | { readonly kind: 'clients'; readonly id: number }
  | { readonly kind: 'close' };

/** Messages from the broker to the server. `stored` confirms `store`; an empty payload clears the topic. */
export type FromBroker =
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'failed'; readonly message: string }
  | {
      readonly kind: 'login';
      readonly id: number;
      readonly username: string;
      readonly password: string;
      readonly address: string;
    }
  | { readonly kind: 'store'; readonly upTo: number; readonly messages: readonly RetainedMessage[] }
  | { readonly kind: 'figures'; readonly figures: BrokerFigures }
  | { readonly kind: 'clients'; readonly id: number; readonly clients: readonly BrokerClient[] }
  | { readonly kind: 'warning'; readonly message: string };
