import { afterEach, expect, it } from 'vitest';
import { startTestHub, type TestClient, type TestHub } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const IMPORTED = 'sensor.house_meter_imported_energy';
/** The one that gets its past last. */
const LAST = 'sensor.wallbox_energy';

let hub: TestHub | undefined;
afterEach(async () => {
  await hub?.stop();
  hub = undefined;
});

async function begin(dataDir: string, flags: Record<string, boolean> = {}): Promise<TestClient> {
  await hub?.stop();
  hub = await startTestHub(flags, dataDir);
  return hub.connect();
}

/** The hourly rows of a statistic. */
const rowsOf = async (client: TestClient, id: string): Promise<{ start: number; change: number }[]> =>
  (
    await client.must({
      ...{ type: 'recorder/statistics_during_period', start_time: '2000-01-01T00:00:00Z' },
      ...{ statistic_ids: [id], period: 'hour', types: ['change'] },
    })
  )[id] ?? [];

const samplesOf = async (
  client: TestClient,
  id: string,
): Promise<{ a: Record<string, unknown>; s: string }[]> =>
  (
    await client.must({
      ...{ type: 'history/history_during_period', start_time: '2000-01-01T00:00:00Z', entity_ids: [id] },
      ...{ significant_changes_only: false },
    })
  )[id] ?? [];

/** A home that was started with `--demo`, once its past is complete. */
async function withPast(dataDir: string): Promise<TestClient> {
  const client = await begin(dataDir, { demo: true });
  await expect.poll(() => rowsOf(client, LAST)).not.toEqual([]);
  await expect
    .poll(async () => (await hub?.rest('GET', `/api/states/${LAST}`))?.json.state)
    .not.toBe('unknown');
  return client;
}

it('gives a new demo thirty days of history, marked as simulated, which it keeps and removes with the demo', async () => {
  const dataDir = tempFolder();
  const client = await withPast(dataDir);
  const rows = await rowsOf(client, IMPORTED);
  const [first, last] = [rows[0]?.start ?? 0, rows.at(-1)?.start ?? 0];
  expect((last - first) / DAY).toBeGreaterThan(29.5);
  expect(rows).toHaveLength((last - first) / HOUR + 1);
  // A jump at the end would be a day's energy in one hour.
  expect(Math.max(...rows.map(({ change }) => change))).toBeLessThan(10);
  expect(Math.min(...rows.map(({ change }) => change))).toBeGreaterThanOrEqual(0);
  const [oldest] = await samplesOf(client, IMPORTED);
  expect(oldest?.a.simulated).toBe(true);
  const state = (await hub?.rest('GET', `/api/states/${IMPORTED}`))?.json;
  expect(state.attributes.simulated).toBeUndefined();

  // It is not added again at the next start.
  const again = await begin(dataDir, { demo: true });
  expect((await rowsOf(again, IMPORTED)).slice(0, rows.length)).toEqual(rows);
  const next = (await hub?.rest('GET', `/api/states/${IMPORTED}`))?.json;
  expect(Number(next.state)).toBeGreaterThanOrEqual(Number(state.state));

  // It can also be removed where the server was started without the flag.
  const later = await begin(dataDir);
  expect(await rowsOf(later, IMPORTED)).not.toEqual([]);
  await later.must({ type: 'hearth/demo/set', enabled: false });
  for (const id of [IMPORTED, LAST]) {
    expect(await rowsOf(later, id)).toEqual([]);
    expect(await samplesOf(later, id)).toEqual([]);
  }
});

it('counts on from that past where the server stopped before a meter showed it', async () => {
  const dataDir = tempFolder();
  await begin(dataDir, { demo: true });
  const client = await begin(dataDir, { demo: true });
  await expect
    .poll(async () => (await hub?.rest('GET', `/api/states/${LAST}`))?.json.state)
    .not.toBe('unknown');
  await expect.poll(() => rowsOf(client, LAST)).not.toEqual([]);
  const states = (await samplesOf(client, LAST)).map(({ s }) => Number(s)).filter(Number.isFinite);
  states.push(Number((await hub?.rest('GET', `/api/states/${LAST}`))?.json.state));
  expect(states).toEqual(states.toSorted((one, other) => one - other));
});

it('adds none to a home that is not a demo, also where the demo is tried at runtime', async () => {
  const client = await begin(tempFolder());
  await client.must({ type: 'hearth/demo/set', enabled: true });
  await expect
    .poll(async () => (await hub?.rest('GET', `/api/states/${LAST}`))?.json.state)
    .not.toBe('unavailable');
  await client.must({ type: 'hearth/demo/set', enabled: false });
  await client.must({ type: 'hearth/demo/set', enabled: true });
  expect(await rowsOf(client, IMPORTED)).toEqual([]);
  expect((await samplesOf(client, IMPORTED)).every(({ a }) => a.simulated === undefined)).toBe(true);
});
