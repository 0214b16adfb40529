import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Policy } from '../../src/auth/policy-schema.ts';
import { startTestHub, type TestClient, type TestHub } from '../support/start-hub.ts';

const SEEN = 'sensor.seen_meter';
const HIDDEN = 'sensor.secret_meter';
const IMPORTED = 'golden:secret_import';
const IDS = [SEEN, HIDDEN, IMPORTED];
const START = '2026-03-01T00:00:00+00:00';
const PERIOD = { start_time: START, end_time: '2026-03-02T00:00:00Z', period: 'hour' };
const POLICY: Policy = {
  rules: [
    { effect: 'allow', actions: ['control'] },
    { effect: 'deny', actions: ['read'], entities: [HIDDEN] },
  ],
};

let home: TestHub;
let owner: TestClient;
let guest: TestClient;

beforeAll(async () => {
  home = await startTestHub();
  owner = await home.connect();
  const { users, tokens } = home.hub.auth;
  const user = await users.create({ name: 'Guest', group_ids: ['system-users'], policy: POLICY });
  const kind = 'long_lived_access_token';
  const { secret } = await tokens.create({ user_id: user.id, kind, name: 'guest' });
  guest = await home.connect(secret);
  for (const id of [SEEN, HIDDEN]) {
    const attributes = { state_class: 'total', unit_of_measurement: 'kWh', device_class: 'energy' };
    await home.rest('POST', `/api/states/${id}`, { state: '5', attributes });
  }
  for (const id of IDS) await owner.must(importOf(id));
});
afterAll(() => home.stop());

function importOf(statistic_id: string) {
  const source = statistic_id.split(':').length > 1 ? 'golden' : 'recorder';
  const more = { has_sum: true, name: null, unit_class: 'energy', unit_of_measurement: 'kWh' };
  return {
    type: 'recorder/import_statistics',
    metadata: { statistic_id, source, mean_type: 0, ...more },
    stats: [
      { start: START, sum: 5, state: 5 },
      { start: '2026-03-01T01:00:00+00:00', sum: 7, state: 7 },
    ],
  };
}

describe('a caller who may not read an entity', () => {
  it.each<[string, object]>([
    ['statistics_during_period', { ...PERIOD, statistic_ids: IDS }],
    ['list_statistic_ids', {}],
    ['get_statistics_metadata', { statistic_ids: IDS }],
    ['validate_statistics', {}],
  ])('learns nothing of its statistics, nor of imported ones, from %s', async (name, fields) => {
    const type = `recorder/${name}`;
    const all = JSON.stringify(await owner.must({ type, ...fields }));
    const seen = JSON.stringify(await guest.must({ type, ...fields }));
    if (name !== 'validate_statistics') expect(IDS.filter((id) => all.includes(id))).toEqual(IDS);
    expect(IDS.filter((id) => seen.includes(id))).toEqual(name === 'validate_statistics' ? [] : [SEEN]);
  });

  it('gets the same answer for it as for one that does not exist', async () => {
    const ask = (statistic_id: string) =>
      guest.must({ type: 'recorder/statistic_during_period', statistic_id });
    expect(await ask(SEEN)).toMatchObject({ change: 7 });
    for (const id of [HIDDEN, IMPORTED, 'sensor.none']) expect(await ask(id)).toEqual({});
  });

  it('may not change statistics', async () => {
    const statistic_id = SEEN;
    for (const command of [
      importOf(SEEN),
      { type: 'recorder/clear_statistics', statistic_ids: [SEEN] },
      { type: 'recorder/update_statistics_metadata', statistic_id, unit_of_measurement: 'Wh' },
    ])
      expect(await guest.ask(command)).toMatchObject({ success: false, error: { code: 'unauthorized' } });
  });
});

describe('statistics', () => {
  it('validate the sensors that need it', async () => {
    await home.rest('POST', '/api/states/sensor.seen_meter', { state: '6', attributes: {} });
    const issues = await owner.must({ type: 'recorder/validate_statistics' });
    expect(issues[SEEN]?.map(({ type }: { type: string }) => type)).toEqual([
      'state_class_removed',
      'units_changed',
    ]);
    expect(issues[IMPORTED]).toBeUndefined();
  });

  it('are repaired, and the change is listed and undone', async () => {
    const statistic_id = IMPORTED;
    const ask = {
      type: 'recorder/statistics_during_period',
      ...PERIOD,
      statistic_ids: [IMPORTED],
      types: ['change'],
    };
    const changes = async () =>
      (await owner.must(ask))[IMPORTED].map(({ change }: { change: number }) => change);
    const repair = {
      type: 'hearth/statistics/repair',
      statistic_id,
      period: 'hour',
      start_time: '2026-03-01T01:00:00Z',
    };
    const { change_id } = await owner.must({ ...repair, change: 9 });
    expect(await changes()).toEqual([5, 9]);
    const [newest] = await owner.must({ type: 'hearth/statistics/changes', limit: 1 });
    expect(newest).toMatchObject({ change_id, kind: 'repair', statistic_id });
    await owner.must({ type: 'hearth/statistics/undo', change_id });
    expect(await changes()).toEqual([5, 2]);
    expect(await owner.ask({ type: 'hearth/statistics/undo', change_id })).toMatchObject({
      error: { code: 'not_found' },
    });
  });

  it('follow an entity to its new ID', async () => {
    const { id } = await owner.must({ type: 'input_number/create', name: 'Level', min: 0, max: 9 });
    const statistic_id = `input_number.${id}`;
    await owner.must(importOf(statistic_id));
    const change = { entity_id: statistic_id, new_entity_id: 'input_number.moved' };
    await owner.must({ type: 'config/entity_registry/update', ...change });
    const ask = { type: 'recorder/statistics_during_period', ...PERIOD, types: ['change'] };
    const rows = await owner.must({ ...ask, statistic_ids: [statistic_id, 'input_number.moved'] });
    expect(rows).toEqual({
      'input_number.moved': [{ change: 5 }, { change: 2 }].map((row) => expect.objectContaining(row)),
    });
  });

  it('are returned by the service with ISO times and without nulls', async () => {
    const service_data = { ...PERIOD, statistic_ids: IMPORTED, types: ['sum', 'mean', 'last_reset'] };
    const call = { type: 'call_service', domain: 'recorder', service: 'get_statistics', service_data };
    const { response } = await owner.must({ ...call, return_response: true });
    expect(response.statistics[IMPORTED]?.[0]).toEqual({
      start: '2026-03-01T00:00:00.000000+00:00',
      end: '2026-03-01T01:00:00.000000+00:00',
      sum: 5,
    });
    expect(await guest.ask({ ...call, return_response: true })).toMatchObject({ success: false });
  });

  it.each<[string, object]>([
    ['invalid_start_time', { ...PERIOD, start_time: 'soon' }],
    ['invalid_end_time', { ...PERIOD, end_time: '2026-02-30T00:00:00Z' }],
    ['invalid_format', { ...PERIOD, period: 'decade' }],
    ['invalid_format', { ...PERIOD, units: { energy: '°C' } }],
    ['invalid_format', { ...PERIOD, units: { love: 'kWh' } }],
  ])('refuse a question with %s', async (code, fields) => {
    const ask = { type: 'recorder/statistics_during_period', statistic_ids: IDS, ...fields };
    expect(await owner.ask(ask)).toMatchObject({ success: false, error: { code } });
  });

  it.each<[string, object]>([
    ['invalid_time_range', { start_time: PERIOD.end_time, end_time: START }],
    ['invalid_format', { start_time: START }],
    ['invalid_format', { start_time: 'x', end_time: 'y' }],
  ])('refuse to be cleared with %s', async (code, fields) => {
    const clear = { type: 'recorder/clear_statistics', statistic_ids: ['a:b'], ...fields };
    expect(await owner.ask(clear)).toMatchObject({ success: false, error: { code } });
  });

  it.each(['2026-02-01T00:00:00', '2026-02-01T00:30:00Z', '2026-02-01T00:00:00.000001Z'])(
    'refuse an imported row that starts at %s',
    async (start) => {
      const message = { ...importOf('golden:odd'), stats: [{ start, sum: 1 }] };
      expect(await owner.ask(message)).toMatchObject({ error: { code: 'home_assistant_error' } });
    },
  );
});
