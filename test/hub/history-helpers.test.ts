import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestHub, type TestClient, type TestHub } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { until } from '../support/until.ts';

const FLOW = '/api/config/config_entries/flow';
const OPTIONS = '/api/config/config_entries/options/flow';
const FILE = `
sensor:
  - platform: statistics
    name: From file
    unique_id: file
    entity_id: sensor.source
    state_characteristic: value_max
    max_age: 1:00
  - platform: history_stats
    name: Hours of file
    entity_id: light.lamp
    state: 'on'
    start: '{{ 0 }}'
    end: '{{ now() }}'
    type: count
  - platform: statistics
    name: Refused
    entity_id: sensor.source
    state_characteristic: mean
`;

let home: TestHub;
let owner: TestClient;
const dataDir = tempFolder(afterAll);
beforeAll(async () => {
  writeFileSync(join(dataDir, 'hearth.yaml'), FILE);
  home = await startTestHub({}, dataDir);
  owner = await home.connect();
});
afterAll(() => home.stop());

const watts = { unit_of_measurement: 'W', device_class: 'power', state_class: 'measurement' };
const set = (id: string, state: string, attributes = {}) =>
  home.rest('POST', `/api/states/${id}`, { state, attributes });
const stateOf = async (id: string) => (await home.rest('GET', `/api/states/${id}`)).json;
const shows = (id: string, state: string) => until(async () => (await stateOf(id)).state === state);

/** Answers each form of a flow; the last result. */
async function answered(handler: string, ...answers: readonly object[]) {
  let { json } = await home.rest('POST', FLOW, { handler });
  const { flow_id } = json;
  for (const answer of answers) ({ json } = await home.rest('POST', `${FLOW}/${flow_id}`, answer));
  return json;
}

describe('statistics', () => {
  const characteristic = { state_characteristic: 'mean' };

  it('begin with the history, whose flow has three forms', async () => {
    for (const state of ['10', '20']) await set('sensor.source', state, watts);
    const second = await answered('statistics', { name: 'Mean', entity_id: 'sensor.source' });
    expect(second).toMatchObject({ step_id: 'state_characteristic', last_step: false });
    const result = await answered(
      'statistics',
      { name: 'Mean', entity_id: 'sensor.source' },
      characteristic,
      { sampling_size: 4 },
    );
    expect(result).toMatchObject({
      type: 'create_entry',
      options: { ...characteristic, sampling_size: 4, keep_last_sample: false, percentile: 50, precision: 2 },
    });
    await shows('sensor.mean', '15.0');
    expect((await stateOf('sensor.mean')).attributes).toMatchObject({
      ...{ ...watts, buffer_usage_ratio: 0.5, source_value_valid: true, icon: 'mdi:calculator' },
    });
    const { json: form } = await home.rest('POST', OPTIONS, { handler: result.result.entry_id });
    expect(form).toMatchObject({ step_id: 'init', preview: 'statistics' });
    expect((await home.rest('POST', `${OPTIONS}/${form.flow_id}`, {})).json.errors).toEqual({
      base: 'missing_max_age_or_sampling_size',
    });
  });

  it('of a binary sensor have other characteristics', async () => {
    const { data_schema } = await answered('statistics', { name: 'B', entity_id: 'binary_sensor.door' });
    expect(data_schema[0].selector.select.options).toContain('count_on');
    expect(data_schema[0].selector.select.options).not.toContain('median');
  });

  it('are previewed', async () => {
    const flow = await answered(
      'statistics',
      { name: 'Seen', entity_id: 'sensor.source' },
      { state_characteristic: 'value_max' },
    );
    const { id } = await owner.ask({
      type: 'statistics/start_preview',
      ...{ flow_id: flow.flow_id, flow_type: 'config_flow', user_input: { sampling_size: 3 } },
    });
    const last = () => owner.events.findLast((one) => one.id === id)?.event;
    await until(() => last()?.state === '20.0');
    expect(last().attributes).toMatchObject({ unit_of_measurement: 'W', friendly_name: 'Seen' });
  });
});

describe('history statistics', () => {
  const today = { start: '{{ 0 }}', end: '{{ now() }}' };
  const first = { name: 'Times', entity_id: 'light.lamp', type: 'count' };

  it('count in the history and from then on, whose flow has three forms', async () => {
    for (const state of ['on', 'off', 'on', 'off']) await set('light.lamp', state);
    const third = await answered('history_stats', first, { state: ['on'] });
    expect(third).toMatchObject({ step_id: 'options', preview: 'history_stats', last_step: true });
    expect(third.data_schema.at(-1)).toMatchObject({ type: 'expandable', name: 'additional_settings' });
    const result = await answered('history_stats', first, { state: ['on'] }, today);
    expect(result.options).toEqual({ ...first, state: ['on'], ...today });
    await shows('sensor.times', '2');
    await set('light.lamp', 'on');
    await shows('sensor.times', '3');
    await set('light.lamp', 'off');
  });

  it('leave out blocks that are too short', async () => {
    await answered(
      'history_stats',
      { ...first, name: 'Long' },
      { state: ['on'] },
      {
        ...today,
        additional_settings: { min_state_duration: { hours: 1 } },
      },
    );
    await shows('sensor.long', '0');
  });

  it('need two of three fields', async () => {
    const refused = await answered('history_stats', first, { state: ['on'] }, { end: '{{ now() }}' });
    expect(refused.errors).toEqual({ base: 'only_two_keys_allowed' });
  });

  it('are unavailable where a template fails', async () => {
    await answered(
      'history_stats',
      { ...first, name: 'Bad' },
      { state: ['on'] },
      { ...today, start: '{{ no.x }}' },
    );
    await shows('sensor.bad', 'unavailable');
  });

  it('are previewed', async () => {
    const flow = await answered('history_stats', { ...first, name: 'Seen' }, { state: ['off'] });
    const { id } = await owner.ask({
      type: 'history_stats/start_preview',
      ...{ flow_id: flow.flow_id, flow_type: 'config_flow', user_input: today },
    });
    await until(() => owner.events.findLast((one) => one.id === id)?.event.state === '3');
  });
});

it('follow an entity that is renamed, with its history', async () => {
  // An entity that is registered: the mean of another helper.
  const statistics = { state_characteristic: 'distance_absolute' };
  const { result } = await answered('statistics', { name: 'Range', entity_id: 'sensor.mean' }, statistics, {
    sampling_size: 5,
  });
  await shows('sensor.range', '0.0');
  await owner.must({
    ...{ type: 'config/entity_registry/update', entity_id: 'sensor.mean', new_entity_id: 'sensor.average' },
  });
  await until(async () => {
    const { json: form } = await home.rest('POST', OPTIONS, { handler: result.entry_id });
    return form.data_schema[0].description.suggested_value === 'sensor.average';
  });
  await shows('sensor.range', '0.0');
  await set('sensor.source', '30', watts);
  await shows('sensor.range', '5.0');
});

it('go on after a restart, also those of the settings file', async () => {
  await shows('sensor.from_file', '30.0');
  await shows('sensor.hours_of_file', '3');
  expect((await home.rest('GET', '/api/states/sensor.refused')).status).toBe(404);
  await home.stop();
  home = await startTestHub({}, dataDir);
  await shows('sensor.average', '20.0');
  await shows('sensor.times', '3');
  await shows('sensor.from_file', '30.0');
  await shows('sensor.hours_of_file', '3');
});
