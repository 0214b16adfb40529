import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestHub, type TestClient, type TestHub } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';

const FLOW = '/api/config/config_entries/flow';
const OPTIONS = '/api/config/config_entries/options/flow';
const ENTRY = '/api/config/config_entries/entry';

let home: TestHub;
let owner: TestClient;
beforeAll(async () => {
  home = await startTestHub();
  owner = await home.connect();
  await set(home, 'sensor.source', '5');
});
afterAll(() => home.stop());

const set = (on: TestHub, id: string, state: string) => on.rest('POST', `/api/states/${id}`, { state });
const stateOf = async (on: TestHub, id: string) => (await on.rest('GET', `/api/states/${id}`)).json;

/** Makes a threshold above 10 and returns its entry. */
async function made(on: TestHub, name: string): Promise<{ readonly entry_id: string }> {
  const { json: form } = await on.rest('POST', FLOW, { handler: 'threshold' });
  const given = { name, entity_id: 'sensor.source', upper: 10 };
  return (await on.rest('POST', `${FLOW}/${form.flow_id}`, given)).json.result;
}

describe('a flow', () => {
  it('shows its form, and the entry with its entity at the end', async () => {
    const { json: form } = await home.rest('POST', FLOW, { handler: 'threshold' });
    expect(form).toMatchObject({ type: 'form', step_id: 'user', errors: null, preview: 'threshold' });
    expect((await home.rest('GET', `${FLOW}/${form.flow_id}`)).json).toEqual(form);
    const given = { name: 'Warm', entity_id: 'sensor.source', upper: 4 };
    const { json: result } = await home.rest('POST', `${FLOW}/${form.flow_id}`, given);
    expect(result).toMatchObject({
      type: 'create_entry',
      title: 'Warm',
      options: { ...given, lower: null, hysteresis: 0 },
      result: { domain: 'threshold', state: 'loaded', supports_options: true },
    });
    expect(result.result).not.toHaveProperty('options');
    expect((await stateOf(home, 'binary_sensor.warm')).state).toBe('on');
    const { entity_id, config_entry_id } = await owner.must({
      ...{ type: 'config/entity_registry/get', entity_id: 'binary_sensor.warm' },
    });
    expect({ entity_id, config_entry_id }).toEqual({
      ...{ entity_id: 'binary_sensor.warm', config_entry_id: result.result.entry_id },
    });
    expect((await home.rest('POST', `${FLOW}/${form.flow_id}`, given)).status).toBe(404);
  });

  it('names the fields that were refused and stays where it is', async () => {
    const { json: form } = await home.rest('POST', FLOW, { handler: 'threshold' });
    const given = { name: 'X', entity_id: 'bad', hysteresis: 'q', foo: 1 };
    const { status, json } = await home.rest('POST', `${FLOW}/${form.flow_id}`, given);
    expect({ status, json }).toEqual({
      status: 400,
      json: {
        errors: {
          entity_id: 'Entity bad is neither a valid entity ID nor a valid UUID',
          hysteresis: 'expected float',
          base: ["not a valid option at 'foo'"],
        },
      },
    });
    expect((await home.rest('GET', `${FLOW}/${form.flow_id}`)).json.step_id).toBe('user');
  });

  it('shows the form again, filled in, where the values do not fit together', async () => {
    const { json: form } = await home.rest('POST', FLOW, { handler: 'threshold' });
    const { json } = await home.rest('POST', `${FLOW}/${form.flow_id}`, {
      name: 'X',
      entity_id: 'sensor.source',
    });
    expect(json.errors).toEqual({ base: 'need_lower_upper' });
    expect(json.data_schema[0].description).toEqual({ suggested_value: 'X' });
    expect((await home.rest('DELETE', `${FLOW}/${form.flow_id}`)).json).toEqual({ message: 'Flow aborted' });
  });

  it.each([
    ['POST', FLOW, { handler: 'nothing' }, 404, 'Invalid handler specified'],
    ['POST', FLOW, {}, 400, "Message format incorrect: required key not provided at 'handler'"],
    ['GET', `${FLOW}/none`, undefined, 404, 'Invalid flow specified'],
    ['POST', `${OPTIONS}/none`, {}, 404, 'Invalid flow specified'],
    ['DELETE', `${ENTRY}/none`, undefined, 404, 'Invalid entry specified'],
  ])('refuses %s %s', async (method, path, body, status, message) => {
    const answer = await home.rest(method, path, body);
    expect({ status: answer.status, message: answer.json.message }).toEqual({ status, message });
  });

  it('shows what the entity would be while its source changes', async () => {
    const { json: form } = await home.rest('POST', FLOW, { handler: 'threshold' });
    const { id } = await owner.ask({
      type: 'threshold/start_preview',
      flow_id: form.flow_id,
      flow_type: 'config_flow',
      user_input: { name: 'Seen', entity_id: 'sensor.source', upper: 10 },
    });
    const shown = () => owner.events.filter((one) => one.id === id).map(({ event }) => event.state);
    expect(shown()).toEqual(['off']);
    await set(home, 'sensor.source', '11');
    await owner.must({ type: 'get_config' });
    expect(shown()).toEqual(['off', 'on']);
    await set(home, 'sensor.source', '5');
  });
});

describe('an entry', () => {
  it('takes new options, and forgets those that were left out', async () => {
    const { entry_id } = await made(home, 'Changing');
    const { json: form } = await home.rest('POST', OPTIONS, { handler: entry_id });
    expect(form).toMatchObject({ step_id: 'init', handler: entry_id });
    const given = { entity_id: 'sensor.source', hysteresis: 0, lower: 7 };
    expect((await home.rest('POST', `${OPTIONS}/${form.flow_id}`, given)).json.type).toBe('create_entry');
    const { state, attributes } = await stateOf(home, 'binary_sensor.changing');
    expect({ state, ...attributes }).toMatchObject({ state: 'on', type: 'lower', lower: 7, upper: null });
  });

  it('is gone with its entity when it is removed', async () => {
    const { entry_id } = await made(home, 'Removed');
    expect((await home.rest('DELETE', `${ENTRY}/${entry_id}`)).json).toEqual({ require_restart: false });
    expect((await home.rest('GET', '/api/states/binary_sensor.removed')).status).toBe(404);
    const { error } = await owner.ask({ type: 'config_entries/get_single', entry_id });
    expect(error).toMatchObject({ code: 'not_found', message: 'Config entry not found' });
  });

  it('has no entity while it is disabled', async () => {
    const { entry_id } = await made(home, 'Paused');
    const disable = (by: string | null) =>
      owner.must({ type: 'config_entries/disable', entry_id, disabled_by: by });
    await disable('user');
    expect((await home.rest('GET', '/api/states/binary_sensor.paused')).status).toBe(404);
    const { config_entry } = await owner.must({ type: 'config_entries/get_single', entry_id });
    expect(config_entry).toMatchObject({ state: 'not_loaded', disabled_by: 'user' });
    await disable(null);
    expect((await stateOf(home, 'binary_sensor.paused')).state).toBe('off');
  });

  it('is listed by its type', async () => {
    await made(home, 'Listed');
    const titles = async (type: string) =>
      (await owner.must({ type: 'config_entries/get', type_filter: [type] })).map(
        (one: { title: string }) => one.title,
      );
    expect(await titles('helper')).toContain('Listed');
    expect(await titles('hub')).not.toContain('Listed');
  });

  it('survives a restart', async () => {
    const dataDir = tempFolder();
    const first = await startTestHub({}, dataDir);
    await set(first, 'sensor.source', '12');
    const { entry_id } = await made(first, 'Kept');
    await first.stop();
    const second = await startTestHub({}, dataDir);
    expect((await stateOf(second, 'binary_sensor.kept')).attributes.entity_id).toBe('sensor.source');
    expect((await second.rest('GET', `${ENTRY}?domain=threshold`)).json[0]).toMatchObject({
      entry_id,
      title: 'Kept',
    });
    await second.stop();
  });
});
