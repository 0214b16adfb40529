import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Policy } from '../../src/auth/policy-schema.ts';
import { startTestHub, type TestClient, type TestHub } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';

const METER = { state_class: 'total_increasing', device_class: 'energy', unit_of_measurement: 'kWh' };
const GRID = { type: 'grid', cost_adjustment_day: 0 };

const tariffOf = (statistic_id: string) => ({
  ...{ statistic_id, flow: 'cost' },
  prices: [{ from: '2000-01-01', price: 0.5, hours: [{ start: '00:00', end: '00:00', price: 0.25 }] }],
});

let home: TestHub;
let owner: TestClient;
beforeAll(async () => {
  home = await startTestHub({ demo: true });
  owner = await home.connect();
});
afterAll(() => home.stop());

const set = (on: TestHub, id: string, state: string, attributes: object = METER) =>
  on.rest('POST', `/api/states/${id}`, { state, attributes });
const stateOf = async (on: TestHub, id: string): Promise<string> =>
  (await on.rest('GET', `/api/states/${id}`)).json.state;

it('has no preferences before any are saved', async () => {
  const { error } = await owner.ask({ type: 'energy/get_prefs' });
  expect(error).toMatchObject({ code: 'not_found', message: 'No prefs' });
});

it('is one of the components', async () => {
  expect((await owner.must({ type: 'get_config' })).components).toContain('energy');
});

it('continues a cost after a restart, with what was used in the meantime', async () => {
  const dataDir = tempFolder();
  const first = await startTestHub({}, dataDir);
  const client = await first.connect();
  const source = { ...GRID, stat_energy_from: 'sensor.kept', number_energy_price: 0.5 };
  await set(first, 'sensor.kept', '100');
  await client.must({ type: 'energy/save_prefs', energy_sources: [source] });
  await set(first, 'sensor.kept', '110');
  expect(await stateOf(first, 'sensor.kept_cost')).toBe('5.0');
  await first.stop();
  const second = await startTestHub({}, dataDir);
  expect(await stateOf(second, 'sensor.kept_cost')).toBe('5.0');
  await set(second, 'sensor.kept', '114');
  expect(await stateOf(second, 'sensor.kept_cost')).toBe('7.0');
  await second.stop();
});

it('answers with the forecasts that solar sources name, from what sensors list', async () => {
  const forecast = (who: TestClient) => who.must({ type: 'energy/solar_forecast' });
  const solar = { type: 'solar', stat_energy_from: 'sensor.roof' };
  const named = ['sensor.forecast', 'sensor.roof', 'sensor.none', 'an_entry', '__proto__'];
  const save = (names: readonly string[] | null) =>
    owner.must({
      type: 'energy/save_prefs',
      energy_sources: [{ ...solar, config_entry_solar_forecast: names }],
    });
  await set(home, 'sensor.roof', '1');
  const hours = { '2026-11-20T12:00:00+01:00': 850.5, '2026-11-20T13:00:00+01:00': 0 };
  const bad = { soon: 5, '2026-11-20T14:00:00+01:00': 'NaN', '2026-11-20T15:00:00+01:00': null };
  await set(home, 'sensor.forecast', '0.9', { wh_period: { ...hours, ...bad } });
  await save(null);
  expect(await forecast(owner)).toEqual({});
  await save(named);
  expect(await forecast(owner)).toEqual({ 'sensor.forecast': { wh_hours: hours } });
  await set(home, 'sensor.forecast', '0.9', { wh_period: bad });
  expect(await forecast(owner)).toEqual({});
});

it('computes the power of a grid from two sensors, unavailable while one of them is', async () => {
  const power = { device_class: 'power', state_class: 'measurement' };
  await set(home, 'sensor.bought', '1.5', { ...power, unit_of_measurement: 'kW' });
  await set(home, 'sensor.sold', '300', { ...power, unit_of_measurement: 'W' });
  const both = { stat_rate_from: 'sensor.bought', stat_rate_to: 'sensor.sold' };
  await owner.must({ type: 'energy/save_prefs', energy_sources: [{ ...GRID, power_config: both }] });
  const id = 'sensor.energy_grid_bought_sold_net_power';
  expect(await stateOf(home, id)).toBe('1200.0');
  await set(home, 'sensor.sold', 'unavailable', power);
  expect(await stateOf(home, id)).toBe('unavailable');
  await set(home, 'sensor.sold', '2000', { ...power, unit_of_measurement: 'W' });
  expect(await stateOf(home, id)).toBe('-500.0');
});

it('turns the sign of a power sensor round, in its unit', async () => {
  const config = { stat_rate_inverted: 'sensor.bought' };
  const battery = { type: 'battery', stat_energy_from: 'sensor.out', stat_energy_to: 'sensor.in' };
  const energy_sources = [{ ...battery, power_config: config }];
  const saved = await owner.must({ type: 'energy/save_prefs', energy_sources });
  expect(saved.energy_sources[0].stat_rate).toBe('sensor.bought_inverted');
  const { json } = await home.rest('GET', '/api/states/sensor.bought_inverted');
  expect(json).toMatchObject({ state: '-1.5', attributes: { unit_of_measurement: 'kW' } });
});

it('follows a renamed entity', async () => {
  const device = { stat_consumption: 'sensor.washing_machine_power' };
  await owner.must({ type: 'energy/save_prefs', device_consumption: [device] });
  await owner.must({ type: 'hearth/energy/save_settings', tariffs: [tariffOf(device.stat_consumption)] });
  const change = { entity_id: device.stat_consumption, new_entity_id: 'sensor.laundry_power' };
  await owner.must({ type: 'config/entity_registry/update', ...change });
  const { device_consumption } = await owner.must({ type: 'energy/get_prefs' });
  expect(device_consumption).toEqual([{ stat_consumption: 'sensor.laundry_power' }]);
  const { tariffs } = await owner.must({ type: 'hearth/energy/settings' });
  expect(tariffs).toEqual([tariffOf('sensor.laundry_power')]);
});

it.each([
  [[{ stat_consumption: 'sensor.a', included_in_stat: 'sensor.a' }]],
  [
    [
      { stat_consumption: 'sensor.a', included_in_stat: 'sensor.b' },
      { stat_consumption: 'sensor.b', included_in_stat: 'sensor.a' },
    ],
  ],
])('refuses a device that is a part of itself: %j', async (device_consumption) => {
  const before = await owner.must({ type: 'energy/get_prefs' });
  const { error } = await owner.ask({ type: 'energy/save_prefs', device_consumption });
  expect(error).toMatchObject({ code: 'invalid_format', message: expect.stringContaining('sensor.a') });
  expect(await owner.must({ type: 'energy/get_prefs' })).toEqual(before);
});

it('shows limited callers only the sources whose meters they may read', async () => {
  const own = 'sensor.laundry_power';
  const policy: Policy = { rules: [{ effect: 'allow', actions: ['read'], entities: [own] }] };
  const { users, tokens } = home.hub.auth;
  const user = await users.create({ name: 'guest', group_ids: ['system-users'], policy });
  const wish = { user_id: user.id, kind: 'long_lived_access_token', name: 'guest' } as const;
  const guest = await home.connect((await tokens.create(wish)).secret);
  await set(home, 'sensor.hidden', '5');
  const priced = { ...GRID, stat_energy_from: 'sensor.hidden', number_energy_price: 1 };
  const devices = [{ stat_consumption: own }, { stat_consumption: 'sensor.hidden', included_in_stat: own }];
  await owner.must({ type: 'energy/save_prefs', energy_sources: [priced], device_consumption: devices });
  expect(await guest.must({ type: 'energy/get_prefs' })).toEqual({
    ...{ energy_sources: [], device_consumption: [{ stat_consumption: own }], device_consumption_water: [] },
  });
  expect((await guest.must({ type: 'energy/info' })).cost_sensors).toEqual({});
  const roof = { type: 'solar', stat_energy_from: own, config_entry_solar_forecast: ['sensor.hidden'] };
  await set(home, 'sensor.hidden', '5', { wh_hours: { '2026-11-20T12:00:00Z': 1 } });
  await owner.must({ type: 'energy/save_prefs', energy_sources: [roof] });
  expect(Object.keys(await owner.must({ type: 'energy/solar_forecast' }))).toEqual(['sensor.hidden']);
  expect(await guest.must({ type: 'energy/solar_forecast' })).toEqual({});
  const [shown] = (await guest.must({ type: 'energy/get_prefs' })).energy_sources;
  expect(shown).toEqual({ ...roof, config_entry_solar_forecast: [] });
  const tariffs = [tariffOf('sensor.hidden'), tariffOf(own)];
  await owner.must({ type: 'hearth/energy/save_settings', billing_day: 15, tariffs });
  expect(await guest.must({ type: 'hearth/energy/settings' })).toEqual({
    ...{ billing_day: 15, tariffs: [tariffOf(own)] },
  });
  expect(JSON.stringify(await guest.must({ type: 'energy/validate' }))).not.toContain('hidden');
  const { error } = await guest.ask({ type: 'energy/save_prefs', energy_sources: [] });
  expect(error.code).toBe('unauthorized');
  const refused = await guest.ask({ type: 'hearth/energy/save_settings', tariffs: [] });
  expect(refused.error.code).toBe('unauthorized');
});

describe('a tariff', () => {
  const TARIFF = tariffOf('sensor.tariffed');

  it('prices a meter of the preferences, which keep the form that Home Assistant knows', async () => {
    const source = { ...GRID, stat_energy_from: 'sensor.tariffed' };
    await set(home, 'sensor.tariffed', '100');
    const saved = await owner.must({ type: 'energy/save_prefs', energy_sources: [source] });
    expect((await owner.must({ type: 'energy/info' })).cost_sensors).toEqual({});
    await owner.must({ type: 'hearth/energy/save_settings', tariffs: [TARIFF] });
    expect((await owner.must({ type: 'energy/info' })).cost_sensors).toEqual({
      'sensor.tariffed': 'sensor.tariffed_cost',
    });
    expect(await owner.must({ type: 'energy/get_prefs' })).toEqual(saved);
    await set(home, 'sensor.tariffed', '110');
    expect(await stateOf(home, 'sensor.tariffed_cost')).toBe('2.5');
    const [price] = TARIFF.prices;
    const changed = { ...TARIFF, prices: [{ ...price, hours: [] }] };
    await owner.must({ type: 'hearth/energy/save_settings', tariffs: [changed] });
    await set(home, 'sensor.tariffed', '112');
    expect(await stateOf(home, 'sensor.tariffed_cost')).toBe('3.5');
  });

  it.each([
    ['two tariffs of the same', [TARIFF, TARIFF]],
    ['two prices from the same day on', [{ ...TARIFF, prices: [...TARIFF.prices, ...TARIFF.prices] }]],
    ['a day that does not exist', [{ ...TARIFF, prices: [{ from: '2026-02-30', price: 1 }] }]],
    [
      'a time that does not exist',
      [
        {
          ...TARIFF,
          prices: [{ from: '2026-02-28', price: 1, hours: [{ start: '24:00', end: '25:00', price: 1 }] }],
        },
      ],
    ],
  ])('is refused with %s', async (_, tariffs) => {
    const { error } = await owner.ask({ type: 'hearth/energy/save_settings', tariffs });
    expect(error?.code).toBe('invalid_format');
  });

  it('prices the past on request, which is undone with the statistics', async () => {
    const meter = 'sensor.past';
    await set(home, meter, '7');
    const source = { ...GRID, stat_energy_from: meter, number_energy_price: 0.5 };
    await owner.must({ type: 'energy/save_prefs', energy_sources: [source] });
    const metadata = {
      statistic_id: meter,
      source: 'recorder',
      name: null,
      has_sum: true,
      unit_of_measurement: 'kWh',
    };
    const stats = [1, 3, 6].map((sum, hour) => ({
      start: `2025-01-01T0${hour}:00:00+00:00`,
      sum,
      state: sum,
    }));
    await owner.must({ type: 'recorder/import_statistics', metadata, stats });
    const question = {
      ...{ type: 'hearth/energy/correct_prices', statistic_id: meter },
      ...{ start_time: '2025-01-01T01:00:00+00:00', end_time: '2025-01-02T00:00:00+00:00' },
    };
    const sums = { hours: 2, before: 0, after: 2.5 };
    expect(await owner.must({ ...question, dry_run: true })).toEqual({ ...sums, change_id: null });
    const { change_id, ...corrected } = await owner.must(question);
    expect(corrected).toEqual(sums);
    const costs = async () =>
      (
        await owner.must({
          ...{ type: 'recorder/statistics_during_period', start_time: '2025-01-01T00:00:00+00:00' },
          ...{ statistic_ids: ['sensor.past_cost'], period: 'hour', types: ['change'] },
        })
      )['sensor.past_cost']?.map(({ change }: { change: number }) => change);
    expect(await costs()).toEqual([1, 1.5]);
    await owner.must({ type: 'hearth/statistics/undo', change_id });
    expect(await costs()).toBeUndefined();
    const { error } = await owner.ask({ ...question, statistic_id: 'sensor.unpriced' });
    expect(error?.code).toBe('not_found');
  });
});
