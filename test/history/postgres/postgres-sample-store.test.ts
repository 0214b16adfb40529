import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PostgresAddress } from '../../../src/core/postgres-address.ts';
import { connectPostgres } from '../../../src/history/postgres/connect-postgres.ts';
import { PostgresSampleStore } from '../../../src/history/postgres/postgres-sample-store.ts';
import { SampleTables } from '../../../src/history/postgres/sample-tables.ts';
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
      ...{ local, clock },
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
  return { open, reports, clock };
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
      await expect(store.forget('sensor.a')).rejects.toThrow('cannot be reached');
      await end();
    }
  });
});
