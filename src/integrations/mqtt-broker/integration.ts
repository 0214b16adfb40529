import type { Integration } from '../integration.ts';
import { BROKER_SETTINGS } from '../mqtt/settings.ts';

/** The embedded MQTT broker; loaded only where it is switched on. */
export const mqttBrokerIntegration = {
  name: 'mqtt_broker',
  settings: BROKER_SETTINGS,
  sections: [],
  open: async ({ settings, entities, mqttAccounts, database, clock, log }) => {
    const { enabled, host, port, anonymous, ...limits } = settings.mqtt.broker;
    if (!enabled) return undefined;
    const [{ EmbeddedBroker }, { RetainedStore }, { FigureSensors }] = await Promise.all([
      import('./embedded-broker.ts'),
      import('./retained-store.ts'),
      import('./figure-sensors.ts'),
    ]);
    const broker = new EmbeddedBroker({
      settings: { host, port, anonymous },
      limits: {
        clients: limits.max_clients,
        payload: limits.max_packet,
        topicLevels: limits.max_topic_levels,
        queue: limits.max_queue,
      },
      accounts: mqttAccounts,
      memory: new RetainedStore(database),
      clock,
      log: log.named('mqtt broker'),
    });
    return { parts: [broker, new FigureSensors(entities, broker)], provides: { broker } };
  },
} satisfies Integration<typeof BROKER_SETTINGS>;
