import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hearth, serveHearth } from '../support/command-line.ts';
import { hasPostgres, PASSWORD, TestPostgres } from '../support/postgres.ts';
import { PostgresRelay } from '../support/postgres-relay.ts';
import { TestClient } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { seeds } from '../support/thoroughness.ts';

const KILLS = seeds(2, 30);
const NUMBERS = 20;
const CHANGES = 1000;

const entityOf = (n: number): string => `input_number.number_${n}`;

describe.skipIf(!hasPostgres)('history in PostgreSQL', () => {
  let server: TestPostgres;
  let relay: PostgresRelay;
  beforeAll(async () => {
    server = await TestPostgres.start();
    relay = await PostgresRelay.to(server.port);
  });
  afterAll(async () => {
    relay.close();
    await server.stop();
  });

  it(
    'loses and doubles nothing if the hub is killed while samples are sent or just after they were committed',
    async () => {
      const folder = tempFolder();
      const { database, user } = await server.database();
      writeFileSync(join(folder, 'secrets.yaml'), `history_password: ${PASSWORD}\n`);
      writeFileSync(
        join(folder, 'hearth.yaml'),
        `history:
  store: postgres://${user}@127.0.0.1:${relay.port}/${database}?sslmode=disable
  store_password: !secret history_password\n`,
      );
      const made = await hearth(['token', 'create', '--name', 'test', '--data-dir', folder]);
      const seen = new Map<string, string>();
      const begun = Date.now();
      for (let round = 0; round <= KILLS; round += 1) {
        const { url, kill } = await serveHearth(folder, { flags: ['--log-level', 'error'] });
        const client = await TestClient.open(url, made.stdout.trim());
        if (round === 0)
          for (let n = 0; n < NUMBERS; n += 1)
            await client.must({
              ...{ type: 'input_number/create', name: `Number ${n}` },
              ...{ min: 0, max: 1e9, mode: 'box' },
            });
        if (round === KILLS) {
          // Counting sends everything first.
          await client.must({ type: 'hearth/history/usage' });
          const answer = await client.must({
            ...{ type: 'history/history_during_period', start_time: new Date(begun).toISOString() },
            ...{ entity_ids: Array.from({ length: NUMBERS }, (_, n) => entityOf(n)) },
            ...{ no_attributes: true, significant_changes_only: false, include_start_time_state: false },
          });
          for (const rows of Object.values(answer as Record<string, { lu: number }[]>)) {
            const times = rows.map(({ lu }) => lu);
            expect(times).toEqual([...new Set(times)].sort((one, other) => one - other));
          }
          await kill();
          break;
        }
        await client.must({ type: 'subscribe_events', event_type: 'state_changed' });
        const change = async (count: number) => {
          const service_data = { entity_id: entityOf(count % NUMBERS), value: round * CHANGES + count };
          await client.must({
            type: 'call_service',
            domain: 'input_number',
            service: 'set_value',
            service_data,
          });
        };
        const half = CHANGES / 2;
        await Promise.all(Array.from({ length: half }, (_, count) => change(count)));
        // Forgetting commits everything: from here on these changes may not be missing.
        await client.must({ type: 'hearth/history/forget', entity_ids: ['sensor.none'] });
        for (const { event } of client.events) {
          const state = event?.data?.new_state;
          if (state?.entity_id.startsWith('input_number.') === true)
            seen.set(`${state.entity_id} ${Date.parse(state.last_updated)}`, state.state);
        }
        let killed: Promise<void> | undefined;
        const reached = relay.at(round % 2 === 0 ? 'samples are committed' : 'samples arrive', () => {
          killed = kill();
        });
        client.ask({ type: 'hearth/history/usage' });
        for (let count = half; count < CHANGES; count += 1) change(count).catch(() => {});
        await reached;
        await killed;
      }
      const rows = await server.query(
        database,
        `SELECT entity_id, (extract(epoch FROM time) * 1000)::float8 AS at, state FROM hearth.history`,
      );
      const stored = new Map(rows.map(({ entity_id, at, state }) => [`${entity_id} ${at}`, String(state)]));
      expect(stored.size).toBe(rows.length);
      expect([...seen].filter(([key, state]) => stored.get(key) !== state)).toEqual([]);
      expect(seen.size).toBeGreaterThanOrEqual((KILLS * CHANGES) / 2 - 1);
    },
    seeds(60_000, 600_000),
  );
});
