import { beforeAll, describe, expect, it } from 'vitest';
import type { UnitSystemName } from '../../../src/core/unit-system.ts';
import { startEmbeddedBroker } from '../../support/embedded-broker.ts';
import { startMosquitto } from '../../support/mosquitto.ts';
import { seeds } from '../../support/thoroughness.ts';
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
    'the embedded broker',
    // What differs between brokers is the transport, which a tenth of the rows shows.
    METRIC.filter((_, index) => index % seeds(10, 1) === 0),
    async () => ({ ...(await startEmbeddedBroker()), isPlain: true }),
    'metric',
  ],
  ['Mosquitto in a home with US units', mqttRows('mqtt-us'), startMosquitto, 'us_customary'],
];

/** The results of a setting's rows by ID: undefined for a pass. */
interface Played {
  readonly results: ReadonlyMap<string, string | undefined>;
  readonly devicesLeft: readonly (string | null)[];
}

async function play([, all, startBroker, units]: (typeof SETTINGS)[number]): Promise<Played> {
  const broker = await startBroker();
  const home = await startMqttHome(broker, undefined, units);
  try {
    const results = new Map<string, string | undefined>();
    const rows = playable(all);
    for (let i = 0; i < rows.length; i += AT_ONCE) {
      const batch = rows.slice(i, i + AT_ONCE);
      await Promise.all(batch.map(async (row) => results.set(row.id, await replay(home, row))));
      await home.pass();
      const isLeft = (): boolean =>
        [...home.states.all()].some(({ entity_id }) => entity_id.includes('golden_'));
      await until(() => !isLeft(), 'all of the rows is taken away again');
    }
    return { results, devicesLeft: [...home.devices.list()].map(({ name }) => name) };
  } finally {
    await home.stop();
    await broker.stop();
  }
}

const playable = (all: readonly MqttRow[]): MqttRow[] => all.filter((row) => !OTHERWISE(row));

// All at the same time: a row waits for its messages nearly all of its time.
const played = new Map<string, Played>();
beforeAll(async () => {
  await Promise.all(SETTINGS.map(async (setting) => played.set(setting[0], await play(setting))));
}, 240_000);

describe.each(SETTINGS)('the recorded rows of MQTT beside %s', (name, all) => {
  const rows = playable(all);
  const results = (): Played['results'] => played.get(name)?.results ?? new Map();

  it('are found', () => {
    expect(rows.length).toBeGreaterThan(80);
  });

  it.each(rows.filter(({ id }) => UNMET[id] === undefined).map(({ id }) => id))('hold: %s', (id) => {
    expect(results().has(id)).toBe(true);
    expect(results().get(id)).toBeUndefined();
  });

  it.each(Object.keys(UNMET))('is listed as unmet only as long as it does not hold: %s', (id) => {
    expect(results().get(id)).toBeDefined();
  });

  it('leave no device behind', () => {
    expect(played.get(name)?.devicesLeft).toEqual([]);
  });
});
