import { readFile } from 'node:fs/promises';
import type { Settings } from '../config/schema.ts';
import type { Log } from '../core/log.ts';
import type { BrokerAddress } from '../integrations/mqtt/client/connection.ts';
import type { Mqtt } from '../integrations/mqtt/part.ts';
import type { EmbeddedBroker } from '../integrations/mqtt-broker/embedded-broker.ts';
import type { Database } from '../storage/database.ts';
import type { HubContext } from './hub-context.ts';

/** What MQTT depends on, and where retained messages are stored. */
export type MqttGround = Pick<
  HubContext,
  'options' | 'house' | 'bus' | 'states' | 'clock' | 'tags' | 'auth' | 'templates'
> & {
  readonly database: Database;
};

/** Opens the embedded broker; loaded only if it is enabled. */
export async function openBroker(ground: MqttGround): Promise<EmbeddedBroker | undefined> {
  const { options, clock, auth, database } = ground;
  const { broker } = options.settings.mqtt;
  if (!broker.enabled) return undefined;
  const { EmbeddedBroker } = await import('../integrations/mqtt-broker/embedded-broker.ts');
  const { RetainedStore } = await import('../integrations/mqtt-broker/retained-store.ts');
  return new EmbeddedBroker({
    settings: { host: broker.host, port: broker.port, anonymous: broker.anonymous },
    limits: {
      clients: broker.max_clients,
      payload: broker.max_packet,
      topicLevels: broker.max_topic_levels,
      queue: broker.max_queue,
    },
    accounts: auth.mqttAccounts,
    memory: new RetainedStore(database),
    clock,
    log: options.logFile.log.named('mqtt broker'),
  });
}

/** MQTT as it runs, and the way to another broker. */
export interface OpenMqtt {
  readonly mqtt: Mqtt;
  /** Connects to the broker of these settings, external or embedded; other settings are not applied. */
  move(settings: Settings['mqtt']): Promise<void>;
}

/** Opens MQTT; loaded only if there is a broker. */
export async function openMqtt(
  ground: MqttGround,
  broker: EmbeddedBroker | undefined,
): Promise<OpenMqtt | undefined> {
  const { options, house, bus, states, clock, tags } = ground;
  const { mqtt, dataDir, sections } = options.settings;
  const log = options.logFile.log.named('mqtt');
  if (mqtt.url === undefined && broker === undefined) return undefined;
  const { Mqtt } = await import('../integrations/mqtt/part.ts');
  await ground.templates.readCustom();
  const { homeLanguage, quietHost } = await import('../templates/language.ts');
  const templates = {
    environment: homeLanguage({
      timeZone: () => house.home.facts.time_zone,
      load: (name) => ground.templates.custom(name),
    }),
    host: quietHost({ ...house, states, clock }),
  };
  const farAddress = async ({ url, ...others }: Settings['mqtt']): Promise<BrokerAddress | undefined> =>
    url === undefined ? undefined : brokerAddress({ ...others, url }, log);
  let far = await farAddress(mqtt);
  const part = new Mqtt({
    scanTag: (tagId, deviceId, context) => tags.scan(tagId, deviceId, context),
    ...house,
    settings: {
      discovery_prefix: mqtt.discovery_prefix,
      address: () => far ?? nearAddress(broker),
    },
    manual: sections.get('mqtt.entities'),
    dataDir,
    templates,
    bus,
    states,
    clock,
    log,
  });
  return {
    mqtt: part,
    move: async (settings) => {
      far = await farAddress(settings);
      await part.move();
    },
  };
}

function nearAddress(broker: EmbeddedBroker | undefined): BrokerAddress | undefined {
  const address = broker?.address;
  return address === undefined ? undefined : { ...address, isPlain: true };
}

interface FarSettings {
  readonly url: string;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  readonly tls: {
    readonly ca?: string | undefined;
    readonly cert?: string | undefined;
    readonly key?: string | undefined;
    readonly insecure: boolean;
  };
}

/** The broker's address from the settings, with the certificates they name. */
export async function brokerAddress(
  { url, username, password, tls }: FarSettings,
  log: Log,
): Promise<BrokerAddress> {
  const pem = async (name: 'ca' | 'cert' | 'key'): Promise<string | undefined> => {
    const path = tls[name];
    if (path === undefined) return undefined;
    return readFile(path, 'utf8').catch((error: unknown) => {
      log.error(`mqtt.tls.${name}: ${path} cannot be read: the broker is tried without it`, { error });
      return undefined;
    });
  };
  const [ca, cert, key] = [await pem('ca'), await pem('cert'), await pem('key')];
  return { url, username, password, tls: { ca, cert, key, insecure: tls.insecure } };
}
