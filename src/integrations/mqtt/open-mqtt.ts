import type { SettingsValues } from '../../core/settings-block.ts';
import type { IntegrationContext } from '../integration.ts';
import { brokerAddress } from './broker-address.ts';
import type { BrokerAddress } from './client/connection.ts';
import { Mqtt } from './part.ts';
import type { MQTT_SETTINGS, MqttValues } from './settings.ts';

/** MQTT, and the way to another broker. */
interface OpenMqtt {
  readonly mqtt: Mqtt;
  /** Switches to the broker of these settings, remote or embedded. Their other values do not take effect. */
  move(settings: MqttValues): Promise<void>;
}

/** Builds the MQTT client of the settings. */
export async function openMqtt(
  context: IntegrationContext<SettingsValues<typeof MQTT_SETTINGS>>,
): Promise<OpenMqtt> {
  const { settings, home, provided } = context;
  const { mqtt: values, dataDir, sections } = settings;
  const log = context.log.named('mqtt');
  const remoteAddress = async ({ url, ...others }: MqttValues): Promise<BrokerAddress | undefined> =>
    url === undefined ? undefined : brokerAddress({ ...others, url }, log);
  const embeddedAddress = (): BrokerAddress | undefined => {
    const address = provided.broker?.address;
    return address === undefined ? undefined : { ...address, isPlain: true };
  };
  const { environment, quiet } = await context.templates();
  let remote = await remoteAddress(values);
  const mqtt = new Mqtt({
    ...context,
    ...home,
    settings: {
      discovery_prefix: values.discovery_prefix,
      max_discovered: values.max_discovered,
      address: () => remote ?? embeddedAddress(),
    },
    manual: sections.get('mqtt.entities'),
    dataDir,
    templates: { environment, host: quiet },
    log,
  });
  return {
    mqtt,
    move: async (changed) => {
      remote = await remoteAddress(changed);
      await mqtt.move();
    },
  };
}
