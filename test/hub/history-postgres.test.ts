import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasPostgres, PASSWORD, TestPostgres } from '../support/postgres.ts';
import { startTestHub, type TestHub } from '../support/start-hub.ts';
import { until } from '../support/until.ts';

describe.skipIf(!hasPostgres)('history in PostgreSQL', () => {
  let server: TestPostgres;
  let folder: string;
  beforeAll(async () => {
    server = await TestPostgres.start();
    folder = mkdtempSync(join(tmpdir(), 'hearth-test-'));
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });

  const statesOf = async (hub: TestHub) => {
    const answer = await hub.rest('GET', '/api/history/period?filter_entity_id=sensor.a');
    return answer.json[0].map(({ state }: { state: string }) => state);
  };
  const write = (hub: TestHub, state: string) => hub.rest('POST', '/api/states/sensor.a', { state });
  const notifications = async (hub: TestHub) => {
    const client = await hub.connect();
    return JSON.stringify((await client.ask({ type: 'persistent_notification/get' })).result);
  };

  it('is written there, answers without the server, and shows no password', async () => {
    const { host, port, user, database } = await server.database();
    const passwordFile = join(folder, 'password');
    writeFileSync(passwordFile, `${PASSWORD}\n`);
    const settings = {
      'history.store': `postgres://${user}@${host}:${port}/${database}?sslmode=disable`,
      'history.store_password_file': passwordFile,
    };
    const dataDir = join(folder, 'data');
    let hub = await startTestHub(settings, dataDir);
    await write(hub, '1');
    await write(hub, '2');
    expect(await statesOf(hub)).toEqual(['1', '2']);
    const usage = await (await hub.connect()).ask({ type: 'hearth/history/usage' });
    expect(usage.success).toBe(true);
    const sql = "SELECT state FROM hearth.history WHERE entity_id = 'sensor.a' ORDER BY time";
    expect(await server.query(database, sql)).toEqual([{ state: '1' }, { state: '2' }]);

    await server.halt();
    await write(hub, '3');
    expect(await statesOf(hub)).toContain('3');
    const shown = await until(async () => {
      const all = await notifications(hub);
      return all.includes('history_store_away') && all;
    });
    expect(shown).not.toContain(PASSWORD);
    await hub.stop();
    hub = await startTestHub(settings, dataDir);
    await write(hub, '4');
    await hub.stop();
    await server.resume();
    hub = await startTestHub(settings, dataDir);
    expect((await statesOf(hub)).filter((state: string) => /\d/.test(state))).toEqual(['1', '2', '3', '4']);
    await hub.stop();
  });
});
