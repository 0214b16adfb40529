import { connectAsync } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MqttRow, mqttRows } from '../integrations/mqtt/golden-replay.ts';
import { Contract } from '../support/contract.ts';
import { startMosquitto } from '../support/mosquitto.ts';
import { startTestHub, type TestClient, type TestHub } from '../support/start-hub.ts';
import { until } from '../support/until.ts';

/** A step that needs the whole server: the triggers of a device, one of them fired, a picture over HTTP. */
interface ServerStep {
  readonly publish?: readonly [topic: string, payload: string];
  readonly state?: { readonly re: string };
  readonly trigger?: {
    readonly device: string;
    readonly list?: readonly (readonly [string, string])[];
    readonly fire?: readonly [type: string, subtype: string, topic: string, payload: unknown, times: number];
  };
  readonly get?: readonly [
    path: string,
    { readonly status: number; readonly type: string; readonly hex: string },
  ];
}

const isOfServer = ({ steps = [] }: MqttRow): boolean =>
  steps.some((step) => 'get' in step || 'trigger' in step);
const rows = mqttRows().filter(isOfServer);

const BROKERS: readonly [name: string, start: () => Promise<Beside>][] = [
  ['Mosquitto', besideMosquitto],
  ['the embedded broker', besideItsOwnBroker],
];

interface Beside {
  readonly hub: TestHub;
  readonly broker: string;
  stop(): Promise<void>;
}

async function besideMosquitto(): Promise<Beside> {
  const mosquitto = await startMosquitto();
  const hub = await startTestHub({ 'mqtt.url': mosquitto.url });
  return { hub, broker: mosquitto.url, stop: () => hub.stop().then(() => mosquitto.stop()) };
}

async function besideItsOwnBroker(): Promise<Beside> {
  const hub = await startTestHub({
    'mqtt.broker.enabled': true,
    'mqtt.broker.port': '0',
    'mqtt.broker.anonymous': true,
  });
  const client = await hub.connect();
  const { port } = await client.must({ type: 'hearth/mqtt/broker' });
  return { hub, broker: `mqtt://127.0.0.1:${port}`, stop: () => hub.stop() };
}

describe.each(BROKERS)('the recorded rows that ask the whole server, beside %s', (_name, start) => {
  let beside: Beside;
  let client: TestClient;
  let contract: Contract;
  let device: Awaited<ReturnType<typeof connectAsync>>;

  beforeAll(async () => {
    const started = await start();
    contract = await Contract.of(started.hub);
    beside = { ...started, hub: contract.watch(started.hub) };
    client = await beside.hub.connect();
    device = await connectAsync(beside.broker, { protocolVersion: 4 });
  });
  afterAll(async () => {
    await device?.endAsync(true);
    await beside?.stop();
  });

  const send = (topic: string, payload: unknown): Promise<unknown> =>
    device.publishAsync(topic, typeof payload === 'string' ? payload : JSON.stringify(payload), { qos: 1 });

  /** Earlier messages have been handled and answered: new sensors have received their retained messages. */
  let barriers = 0;
  const settled = async (): Promise<void> => {
    barriers += 1;
    const topic = `barrier/${barriers}`;
    await device.publishAsync(topic, 'up', { qos: 1, retain: true });
    const config = { name: `Barrier ${barriers}`, state_topic: topic };
    await send(`homeassistant/sensor/barrier_${barriers}/config`, config);
    const path = `/api/states/sensor.barrier_${barriers}`;
    await until(
      async () => (await beside.hub.rest('GET', path)).json?.state === 'up',
      'the barrier has heard',
    );
  };

  const play: Readonly<
    Record<'publish' | 'trigger' | 'get', (row: MqttRow, step: ServerStep) => Promise<void>>
  > = {
    publish: async ({ expect_entity }, { publish = ['', ''], state }) => {
      const { entity_id } = expect_entity as { readonly entity_id: string };
      await until(async () => {
        await send(...publish);
        const { json } = await beside.hub.rest('GET', `/api/states/${entity_id}`);
        return new RegExp(state?.re ?? 'none').test(json?.state);
      }, `${entity_id} has heard`);
    },
    get: async (_row, { get }) => {
      const [path = '', wanted] = get ?? [];
      const response = await fetch(beside.hub.url + path, {
        headers: { authorization: `Bearer ${beside.hub.token}` },
      });
      const hex = Buffer.from(await response.arrayBuffer()).toString('hex');
      expect({ status: response.status, type: response.headers.get('content-type'), hex }).toEqual(wanted);
    },
    trigger: async (_row, { trigger }) => {
      const devices = await client.must({ type: 'config/device_registry/list' });
      const found = devices.find(({ identifiers }: { identifiers: string[][] }) =>
        identifiers.some(([, id]) => id === trigger?.device),
      );
      const list =
        found === undefined
          ? []
          : await client.must({ type: 'device_automation/trigger/list', device_id: found.id });
      const words = list.map(({ type, subtype }: Record<string, string>) => [type, subtype]);
      if (trigger?.list !== undefined) expect(words).toEqual(trigger.list);
      if (trigger?.fire === undefined) return;
      const [type, subtype, topic, payload, times] = trigger.fire;
      const wish = { platform: 'device', domain: 'mqtt', device_id: found.id, type, subtype };
      const { id, success } = await client.ask({ type: 'subscribe_trigger', trigger: wish });
      expect(success).toBe(true);
      await settled();
      await send(topic, payload);
      await settled();
      const fired = client.events.filter((message) => message.id === id);
      expect(fired).toHaveLength(times);
    },
  };

  it('are found', () => {
    expect(rows.length).toBe(6);
  });

  it.each(rows.map((row) => [row.id, row] as const))('hold: %s', async (_id, row) => {
    for (const { topic, payload } of [row.discovery].flat()) await send(topic, payload);
    await settled();
    for (const step of (row.steps ?? []) as readonly ServerStep[]) {
      const kind = step.trigger !== undefined ? 'trigger' : step.get !== undefined ? 'get' : 'publish';
      await play[kind](row, step);
    }
  });

  it('are answered as the documents of the interface say', () => {
    expect(contract.violations).toEqual([]);
    expect(contract.checked.responses).toBeGreaterThan(10);
  });
});
