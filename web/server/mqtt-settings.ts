import type { Connection } from 'home-assistant-js-websocket';

/** How the house comes to its broker, or will from the next start on. */
export interface MqttSettings {
  readonly url: string | null;
  readonly username: string | null;
  readonly has_password: boolean;
  readonly discovery_prefix: string;
  readonly tls: {
    readonly ca: string | null;
    readonly cert: string | null;
    readonly key: string | null;
    readonly insecure: boolean;
  };
  readonly broker: {
    readonly enabled: boolean;
    readonly host: string;
    readonly port: number;
    readonly anonymous: boolean;
  };
  /** Settings a variable or a flag decides. */
  readonly outside: readonly string[];
  readonly needs_restart: boolean;
}

/** What of it is to be another: null takes a setting away, what is left out stays. */
export type MqttWish = Readonly<Record<string, unknown>>;

/** What came of an attempt to reach a broker. */
export interface BrokerTrial {
  readonly verdict: string;
  readonly message: string;
}

/** The settings as they stand. */
export const readMqttSettings = (connection: Connection): Promise<MqttSettings> =>
  connection.sendMessagePromise({ type: 'hearth/mqtt/settings/get' });

/** Keeps what is to be another in the settings file; answers the settings as they stand then. */
export const writeMqttSettings = (connection: Connection, wish: MqttWish): Promise<MqttSettings> =>
  connection.sendMessagePromise({ type: 'hearth/mqtt/settings/set', ...wish });

/** Tries to reach a broker with these settings; nothing is kept. */
export const tryBroker = (connection: Connection, wish: MqttWish): Promise<BrokerTrial> =>
  connection.sendMessagePromise({ type: 'hearth/mqtt/settings/test', ...wish });
