import { tmpdir } from 'node:os';
import { connectAsync, type MqttClient } from 'mqtt';
import { newContext } from '../../../src/core/context.ts';
import { type Log, silentLog } from '../../../src/core/log.ts';
import { UNIT_SYSTEMS, type UnitSystemName } from '../../../src/core/unit-system.ts';
import { domains } from '../../../src/domains/index.ts';
import { Mqtt } from '../../../src/integrations/mqtt/part.ts';
import { CloningEntityPort } from '../../support/cloning-entity-port.ts';
import { makeHome } from '../../support/home.ts';
import { type Mosquitto, startMosquitto } from '../../support/mosquitto.ts';
import { RunningClock } from '../../support/running-clock.ts';
import { until } from '../../support/until.ts';

/** The day the rows were recorded on: a time without a date is read as one of the current day. */
const RECORDED = '2026-11-21T09:00:00Z';

/** A log that collects warnings. */
export function keepingLog(): { readonly log: Log; readonly warnings: string[] } {
  const warnings: string[] = [];
  const log: Log = {
    ...silentLog,
    warn: (message) => void warnings.push(message),
    error: (message) => void warnings.push(message),
    named: () => log,
  };
  return { log, warnings };
}

/** A broker that runs already, and whether it speaks 3.1.1 alone. */
export type RunningBroker = Pick<Mosquitto, 'url' | 'stop'> & { readonly isPlain?: boolean };

/** A home with MQTT beside a real broker, and a client that plays the devices. */
export async function startMqttHome(
  broker?: RunningBroker,
  entities?: unknown,
  units: UnitSystemName = 'metric',
) {
  const mosquitto = broker ?? (await startMosquitto());
  const isPlain = broker?.isPlain ?? false;
  const home = makeHome(new RunningClock(RECORDED));
  home.zone = 'Europe/Amsterdam'; // where the rows were recorded
  home.unitSystem = units;
  const { log, warnings } = keepingLog();
  const configEntries = { ensure: () => ({ entry_id: 'entry-mqtt' }), list: () => [] } as never;
  const mqtt = new Mqtt({
    scanTag: (tag_id, device_id, context) =>
      home.bus.fire('tag_scanned', { tag_id, device_id }, home.clock.now(), context),
    ...home,
    entities: new CloningEntityPort(home.entities, domains),
    home: { units: UNIT_SYSTEMS[home.unitSystem] },
    settings: {
      address: () => ({ url: mosquitto.url, isPlain }),
      discovery_prefix: 'homeassistant',
      max_discovered: 20_000,
    },
    dataDir: tmpdir(),
    manual: { value: entities ?? [], place: (path = []) => `settings:${path.join('.')}` },
    configEntries,
    log,
  });
  const device: MqttClient = await connectAsync(mosquitto.url);
  const published: [topic: string, payload: string][] = [];
  device.on('message', (topic, payload) => {
    if (!topic.endsWith('/config')) published.push([topic, payload.toString()]);
  });
  await device.subscribeAsync('#');
  await mqtt.start();
  home.bus.fire('homeassistant_started', {}, home.clock.now(), newContext(home.clock.now()));
  await until(() => mqtt.connection.isConnected, 'the home is connected');
  const state = (id: string): string | undefined => home.states.get(id)?.state;
  const attributes = (id: string): Readonly<Record<string, unknown>> => home.states.get(id)?.attributes ?? {};
  const send = (topic: string, payload: unknown, retain = false): void => {
    const text = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload);
    device.publish(topic, text, { retain });
  };
  const discover = async (topic: string, config: Record<string, unknown>, id: string): Promise<void> => {
    send(`homeassistant/${topic}/config`, config);
    await until(() => home.states.get(id) !== undefined, `${id} appears`);
    await until(() => mqtt.connection.subscriptions.isSettled);
    await pass();
  };
  /** Resolves once everything sent before has been received and handled. */
  const pass = async (): Promise<void> => {
    const topic = `barrier/${Math.random()}`;
    let isHeard = false;
    const undo = mqtt.connection.subscriptions.add(topic, 0, () => {
      isHeard = true;
    });
    while (!isHeard) {
      device.publish(topic, 'x');
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    undo();
  };
  await pass();
  /** The number of birth messages since the last read. */
  let seen = 0;
  const births = (): number => {
    const all = published.filter(
      ([topic, text]) => topic === 'homeassistant/status' && text === 'online',
    ).length;
    const fresh = all - seen;
    seen = all;
    return fresh;
  };
  const stop = async (): Promise<void> => {
    await mqtt.stop();
    await device.endAsync(true);
    if (broker === undefined) await mosquitto.stop();
  };
  return {
    ...home,
    mosquitto,
    mqtt,
    device,
    published,
    warnings,
    state,
    attributes,
    send,
    discover,
    pass,
    births,
    stop,
  };
}
