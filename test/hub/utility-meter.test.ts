import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Policy } from '../../src/auth/policy-schema.ts';
import { startTestHub, type TestClient, type TestHub } from '../support/start-hub.ts';
import { SteppedClock } from '../support/stepped-clock.ts';
import { tempFolder } from '../support/temp-folder.ts';

const FLOW = '/api/config/config_entries/flow';
const OPTIONS = '/api/config/config_entries/options/flow';
const HOUR = 3_600_000;
const KWH = { unit_of_measurement: 'kWh', device_class: 'energy', state_class: 'total_increasing' };
const AMSTERDAM = { 'home.time_zone': 'Europe/Amsterdam' };

const set = (on: TestHub, state: string, id = 'sensor.source') =>
  on.rest('POST', `/api/states/${id}`, { state, attributes: KWH });
const stateOf = async (on: TestHub, id: string) => (await on.rest('GET', `/api/states/${id}`)).json;
const call = (on: TestHub, service: string, data: object) =>
  on.rest('POST', `/api/services/${service}`, data);

async function made(on: TestHub, given: object): Promise<{ readonly entry_id: string }> {
  const { json: form } = await on.rest('POST', FLOW, { handler: 'utility_meter' });
  const answer = { source: 'sensor.source', cycle: 'none', ...given };
  return (await on.rest('POST', `${FLOW}/${form.flow_id}`, answer)).json.result;
}

it('keeps its count across a restart, and splits what imported statistics say at midnight', async () => {
  const dataDir = tempFolder();
  // Statistics of recorded entities are completed at the start: an import would not last.
  const settings = 'recorder: { exclude: { entities: [sensor.source] } }\n';
  writeFileSync(join(dataDir, 'hearth.yaml'), settings);
  const clock = new SteppedClock('2026-10-24T22:30:00+02:00');
  const first = await startTestHub(AMSTERDAM, dataDir, clock);
  await set(first, '10');
  await made(first, { name: 'Day', cycle: 'daily', periodically_resetting: false });
  await made(first, { name: 'Plain', cycle: 'daily' });
  await set(first, '12');
  const client = await first.connect();
  const row = (start: string, state: number) => ({ start, state, sum: state });
  await client.must({
    type: 'recorder/import_statistics',
    metadata: {
      ...{ statistic_id: 'sensor.source', source: 'recorder', mean_type: 0, has_sum: true },
      ...{ name: null, unit_class: 'energy', unit_of_measurement: 'kWh' },
    },
    stats: [row('2026-10-24T20:00:00+00:00', 13), row('2026-10-24T21:00:00+00:00', 14.5)],
  });
  await first.stop();
  clock.advance(4 * HOUR);
  const second = await startTestHub(AMSTERDAM, dataDir, clock);
  await set(second, '20');
  const attributes = {
    unit_of_measurement: 'kWh',
    last_reset: '2026-10-24T22:00:00.000000+00:00',
    next_reset: '2026-10-26T00:00:00+01:00',
  };
  await expect
    .poll(() => stateOf(second, 'sensor.day'))
    .toMatchObject({ state: '5.5', attributes: { ...attributes, last_period: '4.5' } });
  expect(await stateOf(second, 'sensor.plain')).toMatchObject({
    state: '8',
    attributes: { ...attributes, last_period: '2' },
  });
  await second.stop();
});

describe('a meter', () => {
  const clock = new SteppedClock('2026-10-25T12:00:00Z');
  let home: TestHub;
  let owner: TestClient;
  beforeAll(async () => {
    const dataDir = tempFolder(afterAll);
    mkdirSync(join(dataDir, 'packages'));
    writeFileSync(
      join(dataDir, 'hearth.yaml'),
      `utility_meter:
  by_file:
    source: sensor.source
    unique_id: by_file
    cron: '*/10 * * * *'
    tariffs: [peak, Off peak]
  both: { source: sensor.source, cycle: daily, cron: '0 0 * * *' }
  wrong: { source: sensor.source, cron: never }
`,
    );
    writeFileSync(
      join(dataDir, 'packages/energy.yaml'),
      `utility_meter:
  packaged: { source: sensor.source, name: From a package, cycle: weekly, offset: { days: 1, hours: 2 } }
`,
    );
    home = await startTestHub(AMSTERDAM, dataDir, clock);
    owner = await home.connect();
    await set(home, '10');
    await set(home, '12');
  });
  afterAll(() => home.stop());

  it('comes from the settings file and from packages', async () => {
    expect(await stateOf(home, 'sensor.by_file_peak')).toMatchObject({
      state: '2',
      attributes: { friendly_name: 'by_file peak', next_reset: '2026-10-25T13:10:00+01:00' },
    });
    expect((await stateOf(home, 'select.by_file')).attributes.options).toEqual(['peak', 'Off peak']);
    expect(await stateOf(home, 'sensor.packaged')).toMatchObject({
      state: '2',
      attributes: { friendly_name: 'From a package', next_reset: '2026-10-27T02:00:00+01:00' },
    });
    for (const id of ['sensor.both', 'sensor.wrong'])
      expect((await home.rest('GET', `/api/states/${id}`)).status).toBe(404);
  });

  it('counts in the tariff that is selected', async () => {
    await call(home, 'select/select_option', { entity_id: 'select.by_file', option: 'Off peak' });
    await set(home, '15');
    expect((await stateOf(home, 'sensor.by_file_off_peak')).state).toBe('3');
    await call(home, 'utility_meter/calibrate', { entity_id: 'sensor.by_file_peak', value: '7.50' });
    const { json: changed } = await call(home, 'utility_meter/reset', {
      entity_id: ['select.by_file', 'sensor.by_file_peak'],
    });
    expect(changed.map(({ attributes }: { attributes: object }) => attributes)).toMatchObject([
      { tariff: 'peak', last_period: '7.50', status: 'paused' },
      { tariff: 'Off peak', last_period: '3', status: 'collecting' },
    ]);
  });

  it.each([
    [{ entity_id: 'sensor.packaged', value: 'inf' }],
    [{ entity_id: 'sensor.packaged', value: true }],
    [{ entity_id: 'sensor.packaged' }],
    [{ value: 1 }],
  ])('refuses to be calibrated with %j', async (data) => {
    expect((await call(home, 'utility_meter/calibrate', data)).status).toBe(400);
    expect((await stateOf(home, 'sensor.packaged')).state).not.toBe('1');
  });

  it('follows another source once its options name it, and refuses equal tariffs', async () => {
    const { entry_id } = await made(home, { name: 'Movable', periodically_resetting: false });
    await set(home, '100');
    await set(home, '500', 'sensor.other');
    const { json: form } = await home.rest('POST', OPTIONS, { handler: entry_id });
    const given = { source: 'sensor.other', periodically_resetting: false };
    expect((await home.rest('POST', `${OPTIONS}/${form.flow_id}`, given)).json.type).toBe('create_entry');
    await set(home, '502', 'sensor.other');
    expect((await stateOf(home, 'sensor.movable')).state).toBe('87');
    const { json: another } = await home.rest('POST', FLOW, { handler: 'utility_meter' });
    const twice = { name: 'Twice', source: 'sensor.source', cycle: 'none', tariffs: ['a', 'a'] };
    const { json: refused } = await home.rest('POST', `${FLOW}/${another.flow_id}`, twice);
    expect(refused.errors).toEqual({ base: 'tariffs_not_unique' });
  });

  it('that was disabled over the end of a period splits what the history shows', async () => {
    const { entry_id } = await made(home, { name: 'Off', cycle: 'hourly', periodically_resetting: false });
    const disable = (by: string | null) =>
      owner.must({ type: 'config_entries/disable', entry_id, disabled_by: by });
    await set(home, '1000');
    await set(home, '1002');
    await disable('user');
    await set(home, '1005');
    clock.advance(HOUR);
    // An hour without an answer to pings ended the connection.
    owner = await home.connect();
    await set(home, '1009');
    await disable(null);
    await set(home, '1010');
    await expect
      .poll(() => stateOf(home, 'sensor.off'))
      .toMatchObject({ state: '5', attributes: { last_period: '905' } });
  });

  it('that is removed leaves nothing to the next one of its name', async () => {
    const { entry_id } = await made(home, { name: 'Again' });
    await set(home, '2000');
    await set(home, '2001');
    expect((await stateOf(home, 'sensor.again')).state).not.toBe('unknown');
    await home.rest('DELETE', `/api/config/config_entries/entry/${entry_id}`);
    await made(home, { name: 'Again' });
    expect((await stateOf(home, 'sensor.again')).state).toBe('unknown');
  });

  it('can only be reset by those who may control it', async () => {
    const policy: Policy = {
      rules: [
        { effect: 'allow', actions: ['read'], entities: ['sensor.packaged', 'sensor.by_file_peak'] },
        { effect: 'allow', actions: ['read', 'control'], entities: ['select.by_file'] },
      ],
    };
    const { users, tokens } = home.hub.auth;
    const user = await users.create({ name: 'guest', group_ids: ['system-users'], policy });
    const wish = { user_id: user.id, kind: 'long_lived_access_token', name: 'guest' } as const;
    const guest = await home.connect((await tokens.create(wish)).secret);
    const reset = (entity_id: string) =>
      guest.ask({
        ...{ type: 'call_service', domain: 'utility_meter', service: 'reset' },
        target: { entity_id },
      });
    const before = await owner.must({ type: 'get_states' });
    expect((await reset('sensor.packaged')).error).toMatchObject({ message: 'Unauthorized' });
    for (const id of ['select.by_file', 'sensor.movable', 'sensor.by_file_off_peak', 'all'])
      expect((await reset(id)).success).toBe(true);
    expect(await owner.must({ type: 'get_states' })).toEqual(before);
  });
});
