import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestHub, type TestHub } from '../support/start-hub.ts';
import { SteppedClock } from '../support/stepped-clock.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { until } from '../support/until.ts';

const FLOW = '/api/config/config_entries/flow';

/** Answers the forms of a flow one after the other and returns the entry. */
async function make(home: TestHub, handler: string, ...answers: object[]): Promise<string> {
  let { json } = await home.rest('POST', FLOW, { handler });
  for (const answer of answers) ({ json } = await home.rest('POST', `${FLOW}/${json.flow_id}`, answer));
  expect(json).toMatchObject({ type: 'create_entry' });
  return json.result.entry_id;
}

const power = { unit_of_measurement: 'W', device_class: 'power', state_class: 'measurement' };
const set = (home: TestHub, state: string, attributes: object = power) =>
  home.rest('POST', '/api/states/sensor.heater', { state, attributes });
const shown = async (home: TestHub, id: string) => (await home.rest('GET', `/api/states/${id}`)).json;

test('an integral survives a restart, and time off is not added', async () => {
  const clock = new SteppedClock('2026-03-01T10:00:00Z');
  const folder = tempFolder();
  let home = await startTestHub({}, folder, clock);
  await set(home, '1000');
  await make(home, 'integration', {
    ...{ name: 'Heat', source: 'sensor.heater', method: 'left', unit_time: 'h', unit_prefix: 'k', round: 3 },
    max_sub_interval: { minutes: 10 },
  });
  expect((await shown(home, 'sensor.heat')).state).toBe('unknown');
  clock.advance(600_000);
  expect(await shown(home, 'sensor.heat')).toMatchObject({
    state: '0.167',
    attributes: { unit_of_measurement: 'kWh', device_class: 'energy', state_class: 'total' },
  });
  clock.advance(1_200_000);
  await set(home, '2000');
  expect((await shown(home, 'sensor.heat')).state).toBe('0.500');
  clock.advance(5_000);
  await home.stop();
  clock.advance(3_600_000);
  home = await startTestHub({}, folder, clock);
  expect((await shown(home, 'sensor.heat')).state).toBe('0.500');
  await home.stop();
});

test('a filter follows its source, its unit and whether it is there', async () => {
  const home = await startTestHub();
  await set(home, '10');
  const entry = await make(
    home,
    'filter',
    { name: 'Smooth', entity_id: 'sensor.heater', filter: 'lowpass' },
    { time_constant: 4, precision: 1 },
  );
  await set(home, '20');
  expect((await shown(home, 'sensor.smooth')).state).toBe('12.5');
  await set(home, 'broken');
  expect((await shown(home, 'sensor.smooth')).state).toBe('12.5');
  await set(home, '20', { ...power, unit_of_measurement: 'kW' });
  expect(await shown(home, 'sensor.smooth')).toMatchObject({
    state: '20.0',
    attributes: { unit_of_measurement: 'kW', entity_id: 'sensor.heater' },
  });
  await set(home, 'unavailable');
  expect((await shown(home, 'sensor.smooth')).state).toBe('unavailable');
  const OPTIONS = '/api/config/config_entries/options/flow';
  const { json: form } = await home.rest('POST', OPTIONS, { handler: entry });
  expect(form.step_id).toBe('lowpass');
  await home.rest('POST', `${OPTIONS}/${form.flow_id}`, { time_constant: 2, precision: 0 });
  await set(home, '30');
  // It began again with what was recorded in watts: 10, 15, 22.5.
  await until(
    async () => (await shown(home, 'sensor.smooth')).state === '22',
    'the past is taken into account',
  );
  await home.stop();
});

test('helpers of the settings file begin with the past of their sources', async () => {
  const folder = tempFolder();
  writeFileSync(
    join(folder, 'hearth.yaml'),
    `sensor:
  - platform: filter
    name: Average
    unique_id: average
    entity_id: sensor.heater
    filters:
      - { filter: outlier, window_size: 3, radius: 5 }
      - { filter: throttle, window_size: 1, precision: 1 }
  - { platform: integration, source: sensor.heater, unit_prefix: k, name: Energy }
  - { platform: derivative, source: sensor.heater, unit: W/s, unit_time: s, name: Rate }
  - { platform: derivative, name: Broken }
binary_sensor:
  - platform: trend
    sensors:
      heater_rises: { entity_id: sensor.heater, friendly_name: Heater rises, min_gradient: 0.001 }
`,
  );
  let home = await startTestHub({}, folder);
  for (const state of ['10', '11', '12']) await set(home, state);
  await home.stop();
  home = await startTestHub({}, folder);
  // An outlier by the median of what was recorded before the restart.
  await set(home, '90');
  await until(async () => (await shown(home, 'sensor.average')).state === '11.0', 'the window is filled');
  expect(await shown(home, 'sensor.rate')).toMatchObject({ attributes: { unit_of_measurement: 'W/s' } });
  expect(await shown(home, 'sensor.energy')).toMatchObject({ attributes: { unit_of_measurement: 'kWh' } });
  await set(home, '91');
  expect(await shown(home, 'binary_sensor.heater_rises')).toMatchObject({
    state: 'on',
    attributes: { friendly_name: 'Heater rises', min_gradient: 0.001 },
  });
  expect((await home.rest('GET', '/api/states/sensor.broken')).status).toBe(404);
  await home.stop();
});
