import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestHub } from '../support/start-hub.ts';
import { SteppedClock } from '../support/stepped-clock.ts';

test('the system health has the server and the database of the history, for administrators', async () => {
  const clock = new SteppedClock();
  const hub = await startTestHub({}, undefined, clock);
  try {
    const client = await hub.connect();
    const startedAt = clock.now();
    await clock.sleep(60_000);
    const answer = await client.ask({ type: 'system_health/info' });
    expect(answer.result).toBeNull();
    await client.event(({ event }) => event?.type === 'finish');
    const [initial] = client.events.filter(({ id }) => id === answer.id);
    const { homeassistant, recorder } = initial.event.data;
    expect(initial.event.type).toBe('initial');
    expect(homeassistant.info).toMatchObject({
      timezone: (await hub.rest('GET', '/api/config')).json.time_zone,
      node_version: process.versions.node,
    });
    const { info } = recorder;
    expect(info.database_engine).toBe('sqlite');
    expect(info.database_version).toMatch(/^3\.\d+\.\d+$/);
    const file = join(homeassistant.info.config_dir, 'history.db');
    expect(info.estimated_db_size).toMatch(/^\d+\.\d\d MiB$/);
    expect(Number.parseFloat(info.estimated_db_size) * 1024 * 1024).toBeGreaterThan(
      statSync(file).size * 0.9,
    );
    expect(info.current_recorder_run.type).toBe('date');
    expect(Date.parse(info.current_recorder_run.value)).toBeLessThanOrEqual(startedAt);
    // What was imported may be older than the run.
    const line = {
      entity_id: 'sensor.old',
      state: '1',
      attributes: {},
      last_changed: '2026-01-02T00:00:00Z',
    };
    const body = JSON.stringify({ ...line, last_updated: line.last_changed });
    const imported = await fetch(`${hub.url}/api/hearth/history/import?format=jsonl`, {
      ...{ method: 'POST', body },
      headers: { authorization: `Bearer ${hub.token}`, 'content-type': 'text/plain' },
    });
    expect(imported.status).toBe(200);
    const again = await client.ask({ type: 'system_health/info' });
    const later = await client.event(({ id, event }) => id === again.id && event.type === 'initial');
    expect(later.event.data.recorder.info.oldest_recorder_run).toEqual({
      type: 'date',
      value: '2026-01-02T00:00:00.000000+00:00',
    });
    const { users, tokens } = hub.hub.auth;
    const user = await users.create({ name: 'Guest', group_ids: ['system-users'] });
    const { secret } = await tokens.create({
      user_id: user.id,
      kind: 'long_lived_access_token',
      name: 'guest',
    });
    const guest = await hub.connect(secret);
    expect((await guest.ask({ type: 'system_health/info' })).error.code).toBe('unauthorized');
  } finally {
    await hub.stop();
  }
});
