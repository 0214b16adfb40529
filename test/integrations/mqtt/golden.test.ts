import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UnitSystemName } from '../../../src/core/unit-system.ts';
import { startEmbeddedBroker } from '../../support/embedded-broker.ts';
import { startMosquitto } from '../../support/mosquitto.ts';
import { until } from '../../support/until.ts';
import { type MqttRow, mqttRows, replay } from './golden-replay.ts';
import { type RunningBroker, startMqttHome } from './mqtt-home.ts';

/** Rows that cannot hold here, each with its reason. */
const UNMET: Readonly<Record<string, string>> = {};

/** Rows with steps that speak HTTP or triggers of devices, which a home without those cannot play. */
const OTHERWISE = (row: { readonly steps?: readonly object[] }): boolean =>
  (row.steps ?? []).some((step) => 'get' in step || 'trigger' in step);

const AT_ONCE = 60;

const METRIC = [...mqttRows(), ...mqttRows('mqtt-edges'), ...mqttRows('tasmota')];
const SETTINGS: readonly [
  name: string,
  rows: readonly MqttRow[],
  start: () => Promise<RunningBroker>,
  units: UnitSystemName,
][] = [
  ['Mosquitto', METRIC, startMosquitto, 'metric'],
  [
    'the broker inside the house',
    METRIC,
    async () => ({ ...(await startEmbeddedBroker()), isPlain: true }),
    'metric',
  ],
  ['Mosquitto in a home with US units', mqttRows('mqtt-us'), startMosquitto, 'us_customary'],
];

describe.each(SETTINGS)('the recorded rows of MQTT beside %s', (_name, all, startBroker, units) => {
  type MqttHome = Awaited<ReturnType<typeof startMqttHome>>;
  let home: MqttHome;
  let broker: RunningBroker;
  const results = new Map<string, string | undefined>();
  const rows = all.filter((row) => !OTHERWISE(row));

  beforeAll(async () => {
    broker = await startBroker();
    home = await startMqttHome(broker, undefined, units);
    for (let i = 0; i < rows.length; i += AT_ONCE) {
      const batch = rows.slice(i, i + AT_ONCE);
      await Promise.all(batch.map(async (row) => results.set(row.id, await replay(home, row))));
      await home.pass();
      const isLeft = (): boolean =>
        [...home.states.all()].some(({ entity_id }) => entity_id.includes('golden_'));
      await until(() => !isLeft(), 'all of the rows is taken away again');
    }
  }, 240_000);
  afterAll(async () => {
    await home?.stop();
    await broker?.stop();
  });

  it('are found', () => {
    expect(rows.length).toBeGreaterThan(200);
  });

  it.each(rows.filter(({ id }) => UNMET[id] === undefined).map(({ id }) => id))('hold: %s', (id) => {
    expect(results.has(id)).toBe(true);
    expect(results.get(id)).toBeUndefined();
  });

  it.each(Object.keys(UNMET))('is listed as unmet only as long as it does not hold: %s', (id) => {
    expect(results.get(id)).toBeDefined();
  });

  it('leave no device behind', () => {
    expect([...home.devices.list()].map(({ name }) => name)).toEqual([]);
  });
});
