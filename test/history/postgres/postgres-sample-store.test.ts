import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PostgresAddress } from '../../../src/core/postgres-address.ts';
import { connectPostgres } from '../../../src/history/postgres/connect-postgres.ts';
import { PostgresSampleStore } from '../../../src/history/postgres/postgres-sample-store.ts';
import { SampleTables } from '../../../src/history/postgres/sample-tables.ts';
import { ServerChanges } from '../../../src/history/postgres/server-changes.ts';
import type { Sample } from '../../../src/history/samples/sample.ts';
import { SqliteSampleStore } from '../../../src/history/samples/sqlite-sample-store.ts';
import { historyMigrations } from '../../../src/storage/migrations/history.ts';
import { openConnection } from '../../../src/storage/open-connection.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { hasPostgres, PASSWORD, TestPostgres } from '../../support/postgres.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { seeds } from '../../support/thoroughness.ts';
import { readAll, sample, sampleStoreSuite } from '../sample-store-suite.ts';

/** A store with its local log in a folder of its own; each opening works on a copy of the log as it is on disk. */
function storeOpener(address: PostgresAddress, password = PASSWORD) {
  const folder = tempFolder();
  let opened = 0;
  const reports: unknown[] = [];
  const changes: string[] = [];
  const clock = new FakeClock();
  const open = () => {
    const file = (number: number) => join(folder, `history-${number}.db`);
    for (const suffix of ['', '-wal'])
      if (existsSync(file(opened) + suffix)) copyFileSync(file(opened) + suffix, file(opened + 1) + suffix);
    opened += 1;
    const backup = { folder, stamp: 'test' };
    const options = { migrations: historyMigrations, backup, lockWait: 0, releasesSpace: true };
    const { connection } = openConnection({ file: file(opened), ...options });
    const local = new SqliteSampleStore({ connection, pause: async () => {}, onDamage: () => {} });
    const store = new PostgresSampleStore({
      ...{ local, clock, changes: new ServerChanges(connection) },
      onChange: (outcome, { kind }) => changes.push(`${outcome} ${kind}`),
      open: async () => {
        const pool = await connectPostgres(address, password);
        try {
          return { tables: await SampleTables.open(pool), close: () => pool.end() };
        } catch (error) {
          await pool.end();
          throw error;
        }
      },
      onAvailability: (failure) => reports.push(failure),
    });
    const end = async () => {
      await store.close();
      connection.close();
    };
    return { store, local, end };
  };
  return { open, reports, changes, clock };
}

describe.skipIf(!hasPostgres)('on a PostgreSQL server', () => {
  let server: TestPostgres;
  beforeAll(async () => {
    server = await TestPostgres.start();
  });
  afterAll(() => server.stop());

  sampleStoreSuite('PostgreSQL', async () => {
    const { open } = storeOpener(await server.database());
    let current = open();
    return {
      store: current.store,
      reopen: async () => {
        await current.store.settle();
        await current.end();
        current = open();
        return current.store;
      },
      end: () => current.end(),
    };
  });

  it('has rows that users can read, and only the last sample of each entity locally', async () => {
    const address = await server.database();
    const { open } = storeOpener(address);
    const { store, local, end } = open();
    const samples = [sample(1, '21.50'), sample(3_000_000, '\0 \ud800 \u001a0000 \\N\t\n')];
    store.append([{ entityId: 'sensor.a', samples }]);
    await store.commit();
    await store.settle();
    const rows = await server.query(
      address.database,
      'SELECT entity_id, time, state, unit FROM hearth.history ORDER BY time',
    );
    expect(rows[0]).toEqual({
      entity_id: 'sensor.a',
      time: new Date(sample(1, '').at),
      state: '21.50',
      unit: '°C',
    });
    expect(rows.length).toBe(2);
    expect((await readAll(local, { entityIds: ['sensor.a'] }))['sensor.a']).toEqual(samples.slice(1));
    expect((await readAll(store, { entityIds: ['sensor.a'] }))['sensor.a']).toEqual(samples);
    const [found] = await server.query(address.database, 'SHOW server_version');
    const known = await store.server();
    expect(known).toMatchObject({
      engine: 'postgresql',
      version: found?.server_version,
      oldest: samples[0]?.at,
    });
    expect(known?.bytes).toBeGreaterThan(0);
    await end();
  });

  it('loses nothing while the server is away for an hour, and says so once', async () => {
    const { open, reports, clock } = storeOpener(await server.database());
    let current = open();
    const all = Array.from({ length: 3600 }, (_, second) => sample(second, String(second)));
    const record = async (from: number, to: number) => {
      for (let second = from; second < to; second += 60) {
        current.store.append([{ entityId: 'sensor.a', samples: all.slice(second, second + 60) }]);
        await current.store.commit();
        clock.advance(60_000);
      }
    };
    await record(0, 600);
    await current.store.settle();
    await server.halt();
    await record(600, 1800);
    await current.store.settle();
    expect(reports).toEqual([expect.any(Error)]);
    const found = await readAll(current.store, { entityIds: ['sensor.a'] });
    expect(found['sensor.a']).toEqual(all.slice(599, 1800));
    await current.end();
    current = open();
    await record(1800, 3600);
    await current.store.settle();
    await server.resume();
    await current.store.settle();
    expect(reports.at(-1)).toBeUndefined();
    expect((await readAll(current.store, { entityIds: ['sensor.a'] }))['sensor.a']).toEqual(all);
    await current.end();
  });

  it(
    'loses nothing under load while the server is away for an hour',
    async () => {
      const { open, clock } = storeOpener(await server.database());
      const { store, local, end } = open();
      // In full 2,000 changes a second.
      const entities = seeds(50, 400);
      const each = seeds(1, 5);
      const every = seeds(5, 1);
      const made = (entity: number, second: number) =>
        Array.from({ length: each }, (_, i) => {
          const at = sample(second, '').at + (i * 1000) / each + (entity % 7);
          return sample(0, String(entity + second / 10), { at, changedAt: at });
        });
      for (let second = 0; second < 3600 + 300; second += every) {
        if (second === 60) await server.halt();
        if (second === 3660) await server.resume();
        store.append(
          Array.from({ length: entities }, (_, n) => ({
            entityId: `sensor.s${n}`,
            samples: made(n, second),
          })),
        );
        await store.commit();
        clock.advance(every * 1000);
      }
      await store.settle();
      let count = 0;
      for (let n = 0; n < entities; n += 1) {
        const all: Sample[] = [];
        const range = { entityIds: [`sensor.s${n}`], from: 0, to: Number.MAX_SAFE_INTEGER };
        for await (const { samples } of store.read({ ...range, withAttributes: true })) all.push(...samples);
        const expected: Sample[] = [];
        for (let second = 0; second < 3900; second += every) expected.push(...made(n, second));
        expect(all.length).toBe(expected.length);
        expect(JSON.stringify(all) === JSON.stringify(expected)).toBe(true);
        count += all.length;
      }
      expect(count).toBe(((entities * each) / every) * 3900);
      expect((await local.usage()).every(({ samples }) => samples === 1)).toBe(true);
      await end();
    },
    seeds(60_000, 1_800_000),
  );

  it('loses nothing if the hub is killed and the server restarted while samples are sent', async () => {
    const { open } = storeOpener(await server.database());
    const ids = Array.from({ length: seeds(20, 200) }, (_, i) => `sensor.s${i}`);
    const all = Array.from({ length: seeds(300, 3000) }, (_, second) => sample(second, String(second)));
    const step = seeds(30, 100);
    const killed: (() => Promise<void>)[] = [];
    let current = open();
    for (let second = 0, round = 0; second < all.length; second += step, round += 1) {
      current.store.append(ids.map((entityId) => ({ entityId, samples: all.slice(second, second + step) })));
      await current.store.commit();
      const sending = current.store.settle();
      if (round % 3 === 0) {
        // The next one opens what is on disk at this moment, as after a kill.
        killed.push(current.end);
        current = open();
      } else if (round % 3 === 1) {
        await server.halt();
        await server.resume();
      } else await sending;
    }
    await current.store.settle();
    const found = await readAll(current.store, { entityIds: ids });
    for (const entityId of ids) expect(found[entityId]).toEqual(all);
    for (const end of [current.end, ...killed]) await end();
  });

  it('keeps recording if the password is wrong, the database is missing or its tables are newer', async () => {
    const address = await server.database();
    await server.query(
      address.database,
      'CREATE SCHEMA hearth; CREATE TABLE hearth.version AS SELECT 99 AS version',
    );
    const cases = [
      { opener: storeOpener(address, 'something else'), reason: /password authentication failed/ },
      { opener: storeOpener({ ...address, database: 'none' }), reason: /database "none" does not exist/ },
      { opener: storeOpener(address), reason: /have version 99/ },
      { opener: storeOpener({ ...address, tls: 'verified' }), reason: /does not support SSL/ },
    ];
    for (const { opener, reason } of cases) {
      const { store, end } = opener.open();
      store.append([{ entityId: 'sensor.a', samples: [sample(1, 'on')] }]);
      await store.commit();
      await store.settle();
      expect(opener.reports).toEqual([expect.objectContaining({ message: expect.stringMatching(reason) })]);
      expect(JSON.stringify(opener.reports) + String(opener.reports[0])).not.toContain('something else');
      expect((await readAll(store, { entityIds: ['sensor.a'] }))['sensor.a']).toEqual([sample(1, 'on')]);
      await end();
    }
  });

  it('renames, forgets, drops and removes as soon as it is back, also after a kill', async () => {
    const address = await server.database();
    const { open, changes } = storeOpener(address);
    let current = open();
    const ids = ['sensor.a', 'sensor.b', 'sensor.c', 'sensor.d'];
    const old = [sample(1, 'x'), sample(2, 'y'), sample(3, 'z')];
    current.store.append(ids.map((entityId) => ({ entityId, samples: old })));
    await current.store.commit();
    await current.store.settle();
    await server.halt();
    await current.store.settle();
    current.store.append([{ entityId: 'sensor.a', samples: [sample(4, 'late')] }]);
    expect(await current.store.rename('sensor.a', 'sensor.new')).toBe(true);
    expect(await current.store.forget('sensor.b')).toBe(1);
    await current.store.dropBefore(sample(3, '').at + 1, ['sensor.c']);
    await current.store.removeBefore('sensor.d', sample(3, '').at);
    expect(changes).toEqual(['queued rename', 'queued forget', 'queued drop', 'queued remove']);
    // The old names begin again.
    current.store.append(ids.map((entityId) => ({ entityId, samples: [sample(9, 'again')] })));
    await current.store.commit();
    const killed = current.end;
    current = open();
    const found = await readAll(current.store, { entityIds: ['sensor.new', ...ids] });
    expect(found['sensor.new']?.map(({ state }) => state)).toEqual(['z', 'late']);
    expect(found['sensor.b']?.map(({ state }) => state)).toEqual(['again']);
    await server.resume();
    await current.store.settle();
    const sql = `SELECT entity_id, string_agg(state, ' ' ORDER BY time) AS states FROM hearth.history GROUP BY 1 ORDER BY 1`;
    const stored = [
      { entity_id: 'sensor.a', states: 'again' },
      { entity_id: 'sensor.b', states: 'again' },
      { entity_id: 'sensor.c', states: 'z again' },
      { entity_id: 'sensor.d', states: 'z again' },
      { entity_id: 'sensor.new', states: 'x y z late' },
    ];
    expect(await server.query(address.database, sql)).toEqual(stored);
    // Made once: after another start they are not made again.
    await current.end();
    current = open();
    await current.store.settle();
    expect(await server.query(address.database, sql)).toEqual(stored);
    for (const end of [current.end, killed]) await end();
  });

  it('does not rename onto another history that only the server knew of', async () => {
    const address = await server.database();
    const { open, changes } = storeOpener(address);
    const first = open();
    first.store.append(['sensor.a', 'sensor.b'].map((entityId) => ({ entityId, samples: [sample(1, 'x')] })));
    await first.store.commit();
    expect(await first.store.rename('sensor.a', 'sensor.b')).toBe(false);
    await first.store.settle();
    // The folder was lost: a new log knows nothing of the server while that is away.
    await server.halt();
    const { open: openNew, changes: later } = storeOpener(address);
    const { store, end } = openNew();
    store.append([{ entityId: 'sensor.a', samples: [sample(2, 'y')] }]);
    expect(await store.rename('sensor.a', 'sensor.b')).toBe(true);
    await server.resume();
    await store.settle();
    expect(later).toEqual(['queued rename', 'refused rename']);
    expect(changes).toEqual([]);
    const found = await readAll(store, { entityIds: ['sensor.a', 'sensor.b'] });
    expect(found['sensor.a']?.map(({ state }) => state)).toEqual(['x']);
    expect(found['sensor.b']?.map(({ state }) => state)).toEqual(['x', 'y']);
    await end();
    await first.end();
  });

  it('loses and doubles nothing if entities are renamed and forgotten while samples are sent', async () => {
    const address = await server.database();
    const { open } = storeOpener(address);
    const { store, end } = open();
    const ids = Array.from({ length: 30 }, (_, i) => `sensor.s${i}`);
    const of = (from: number) => Array.from({ length: 2000 }, (_, i) => sample(from + i, String(from + i)));
    store.append(ids.map((entityId) => ({ entityId, samples: of(0) })));
    await store.commit();
    const sending = store.settle();
    let second = 0;
    for (const [index, id] of ids.entries()) {
      second = index;
      if (index % 3 === 0) await store.rename(id, `${id}_new`);
      if (index % 3 === 1) await store.forget(id);
      store.append([{ entityId: id, samples: [sample(5000 + second, 'new')] }]);
    }
    await sending;
    await store.settle();
    const found = await readAll(store, { entityIds: ids.flatMap((id) => [id, `${id}_new`]) });
    for (const [index, id] of ids.entries()) {
      const added = sample(5000 + index, 'new');
      expect(found[id]).toEqual(index % 3 === 2 ? [...of(0), added] : [added]);
      expect(found[`${id}_new`]).toEqual(index % 3 === 0 ? of(0) : undefined);
    }
    await end();
  });

  it('has the numbers of each hour, also after tables of an older version, a drop and a second sending', async () => {
    const address = await server.database();
    const { open } = storeOpener(address);
    const states = ['1', '-2.5', '1e3', 'on', '1'.repeat(400), '1e999', '', ' 7', 'NaN', '+4'];
    const all = Array.from({ length: 300 }, (_, i) => sample(i * 61, states[i % states.length] ?? null));
    const compare = async () => {
      const sql = `SELECT entity_id, hour, samples, round(mean::numeric, 6) AS mean, min, max FROM hearth.hourly ORDER BY 1, 2`;
      const found = await server.query(address.database, sql);
      const own = `SELECT entity_id, date_trunc('hour', time, 'UTC') AS hour, count(*)::integer AS samples,
        round(avg(state::float8)::numeric, 6) AS mean, min(state::float8), max(state::float8)
        FROM hearth.history WHERE state IN ('1', '-2.5', '1e3', '+4') GROUP BY 1, 2 ORDER BY 1, 2`;
      expect(found).toEqual(await server.query(address.database, own));
      return found.length;
    };
    const first = open();
    first.store.append(['sensor.a', 'sensor.b'].map((entityId) => ({ entityId, samples: all })));
    await first.store.commit();
    await first.store.settle();
    expect(await compare()).toBe(12);
    await first.end();
    await server.query(
      address.database,
      'DROP VIEW hearth.hourly; DROP TABLE hearth.hours; UPDATE hearth.version SET version = 1',
    );
    const { store, end } = open();
    await store.settle();
    expect(await compare()).toBe(12);
    store.append([{ entityId: 'sensor.a', samples: all.slice(0, 50) }]);
    store.append([{ entityId: 'sensor.b', samples: [sample(18_400, '+4'), sample(18_401, '1')] }]);
    await store.commit();
    await store.settle();
    expect(await compare()).toBe(12);
    await store.dropBefore(sample(9000, '').at);
    expect(await compare()).toBe(8);
    await store.forget('sensor.b');
    expect(await compare()).toBe(4);
    await end();
  });
});
