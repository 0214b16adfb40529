import { expect, test } from 'vitest';
import { hearth, serveHearth } from '../support/command-line.ts';
import { seededRandom } from '../support/generated-home.ts';
import { TestClient } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { seeds } from '../support/thoroughness.ts';

const KILLS = seeds(2, 50);
const NUMBERS = 20;
/** Changes sent together, and the milliseconds until the next ones: 2,000 a second. */
const AT_ONCE = 40;
const PAUSE = 20;
const SECOND = 1000;
const HOUR = 3_600_000;
const STATISTIC = 'test:meter';

/** What the server acknowledged. */
interface Acknowledged {
  readonly areas: Set<string>;
  /** The sums of the imported statistic by hour. */
  readonly sums: Map<number, number>;
}

/** A change of a state that a subscriber saw; the time is in milliseconds. */
interface Change {
  readonly entityId: string;
  readonly at: number;
  readonly state: string;
}

const entityOf = (n: number): string => `input_number.number_${n}`;
const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Changes numbers until the server is gone; meanwhile adds areas and imports statistics. */
async function changeUntilKilled(
  client: TestClient,
  seen: Acknowledged,
  { round, isOver }: { readonly round: number; readonly isOver: () => boolean },
): Promise<void> {
  const configure = async () => {
    for (let n = 0; !isOver(); n += 1) {
      const area = await client.must({ type: 'config/area_registry/create', name: `Area ${round} ${n}` });
      seen.areas.add(area.area_id);
      const hour = seen.sums.size;
      const sum = round * 1000 + n;
      await client.must({
        ...{ type: 'recorder/import_statistics' },
        metadata: {
          ...{ source: 'test', statistic_id: STATISTIC, name: null, unit_of_measurement: 'kWh' },
          ...{ has_mean: false, mean_type: 0, has_sum: true, unit_class: 'energy' },
        },
        stats: [{ start: new Date(Date.UTC(2026, 0, 1) + hour * HOUR).toISOString(), state: sum, sum }],
      });
      seen.sums.set(hour, sum);
    }
  };
  configure().catch(() => {});
  for (let count = 0; !isOver(); await sleep(PAUSE))
    for (let n = 0; n < AT_ONCE; n += 1) {
      count += 1;
      const service_data = { entity_id: entityOf(count % NUMBERS), value: count };
      client
        .ask({ type: 'call_service', domain: 'input_number', service: 'set_value', service_data })
        .catch(() => {});
    }
}

/** The recorded states of all numbers by entity and time. */
async function recorded(
  client: TestClient,
  from: number,
): Promise<ReadonlyMap<string, ReadonlyMap<number, string>>> {
  const answer = await client.must({
    ...{ type: 'history/history_during_period', start_time: new Date(from).toISOString() },
    ...{ entity_ids: Array.from({ length: NUMBERS }, (_, n) => entityOf(n)), minimal_response: true },
    ...{ no_attributes: true, significant_changes_only: false, include_start_time_state: false },
  });
  return new Map(
    Object.entries(answer as Record<string, { s: string; lu: number; lc?: number }[]>).map(([id, rows]) => [
      id,
      new Map(rows.map((row) => [Math.round((row.lu ?? row.lc) * SECOND), row.s])),
    ]),
  );
}

test(
  'kill -9 at 2,000 changes per second loses at most the last second of samples, and nothing else acknowledged',
  async () => {
    const folder = tempFolder();
    const made = await hearth(['token', 'create', '--name', 'test', '--data-dir', folder]);
    const random = seededRandom(19);
    const seen: Acknowledged = { areas: new Set(), sums: new Map() };
    const begun = Date.now();
    let newest: Change[] = [];
    const kept: Change[] = [];
    for (let round = 0; round <= KILLS; round += 1) {
      const { url, kill } = await serveHearth(folder, { flags: ['--log-level', 'error'] });
      const client = await TestClient.open(url, made.stdout.trim());
      if (round === 0)
        for (let n = 0; n < NUMBERS; n += 1)
          await client.must({
            ...{ type: 'input_number/create', name: `Number ${n}` },
            ...{ min: 0, max: 1e9, mode: 'box' },
          });
      else {
        const areas = await client.must({ type: 'config/area_registry/list' });
        const ids = areas.map(({ area_id }: { area_id: string }) => area_id);
        expect([...seen.areas].filter((id) => !ids.includes(id))).toEqual([]);
        const statistics = await client.must({
          ...{ type: 'recorder/statistics_during_period', statistic_ids: [STATISTIC], period: 'hour' },
          ...{ start_time: '2026-01-01T00:00:00Z', types: ['sum'] },
        });
        const sums = (statistics[STATISTIC] as { sum: number }[] | undefined) ?? [];
        for (const [hour, sum] of seen.sums)
          expect([round, hour, sums[hour]?.sum]).toEqual([round, hour, sum]);
        const found = await recorded(client, begun);
        const killedAt = Math.max(...newest.map(({ at }) => at));
        const lost = newest.filter(({ entityId, at }) => found.get(entityId)?.get(at) === undefined);
        expect(newest.length).toBeGreaterThan(100);
        expect(killedAt - Math.min(killedAt, ...lost.map(({ at }) => at))).toBeLessThanOrEqual(SECOND);
        kept.push(...newest.filter((change) => !lost.includes(change)));
        const wrong = kept.filter(({ entityId, at, state }) => found.get(entityId)?.get(at) !== state);
        expect(wrong.slice(0, 3)).toEqual([]);
      }
      if (round === KILLS) {
        await kill();
        break;
      }
      await client.must({ type: 'subscribe_events', event_type: 'state_changed' });
      let isKilled = false;
      const changing = changeUntilKilled(client, seen, { round, isOver: () => isKilled });
      await sleep(1500 + random() * 2000);
      isKilled = true;
      await kill();
      await changing;
      newest = client.events.flatMap(({ event }) => {
        const state = event?.data?.new_state;
        return state?.entity_id.startsWith('input_number.') === true
          ? { entityId: state.entity_id, at: Date.parse(state.last_updated), state: state.state }
          : [];
      });
    }
  },
  seeds(60_000, 900_000),
);
