import type { Connection } from 'home-assistant-js-websocket';

/** The MQTT settings now or after the next start. */
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
  /** Settings decided by an environment variable or a flag. */
  readonly outside: readonly string[];
  readonly needs_restart: boolean;
}

/** The settings to change: null removes one, a missing key leaves it unchanged. */
export type MqttSettingsRequest = Readonly<Record<string, unknown>>;

/** The result of a connection test. */
export interface BrokerTrial {
  readonly verdict: string;
  readonly message: string;
}

/** The current settings. */
export const readMqttSettings = (connection: Connection): Promise<MqttSettings> =>
  connection.sendMessagePromise({ type: 'hearth/mqtt/settings/get' });

/** Saves changes to the settings file; resolves to the resulting settings. */
export const writeMqttSettings = (
  connection: Connection,
  request: MqttSettingsRequest,
): Promise<MqttSettings> => connection.sendMessagePromise({ type: 'hearth/mqtt/settings/set', ...request });

/** Tests a connection with these settings, without saving them. */
export const tryBroker = (connection: Connection, request: MqttSettingsRequest): Promise<BrokerTrial> =>
  connection.sendMessagePromise({ type: 'hearth/mqtt/settings/test', ...request });
