import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '../../../src/core/log.ts';
import { openDataFolder } from '../../../src/storage/data-folder.ts';
import { identityOf, ownEntities, recordedEntities, setUp } from '../../support/device-home.ts';
import { openDevice, type RecordedDevice } from '../../support/recorded-device.ts';
import { startTestHub, type TestClient, type TestHub, testTime } from '../../support/start-hub.ts';
import { tempFolder } from '../../support/temp-folder.ts';

let light: RecordedDevice;
let home: TestHub;
let owner: TestClient;
beforeAll(async () => {
  light = await openDevice({
    name: 'wled',
    script: 'standins',
    addressKey: 'wled',
    protocol: 'http',
    port: 80,
  });
  home = await startTestHub();
  owner = await home.connect();
});
afterAll(async () => {
  await home.stop();
  await light.close();
});

const stateOf = async (id = 'light.desk') => (await home.rest('GET', `/api/states/${id}`)).json;
const call = (domain: string, service: string, data: object) =>
  home.rest('POST', `/api/services/${domain}/${service}`, data);
const byId = (one: object, other: object) => JSON.stringify(one).localeCompare(JSON.stringify(other));

/** Lets the network announce the light, as mDNS does. */
const announce = () =>
  home.hub.devices?.discoveries.found({
    ...{ type: '_wled._tcp.local.', name: 'Desk._wled._tcp.local.', hostname: 'desk.local.', port: 80 },
    ...{ addresses: [light.address], properties: { mac: 'a4cf12aabb01' } },
  });
const flows = () => owner.must({ type: 'config_entries/flow/progress' });

describe('WLED', () => {
  it('is found in the network, and not again once it is ignored', async () => {
    announce();
    announce();
    await expect.poll(flows).toMatchObject([
      {
        handler: 'wled',
        step_id: 'discovery_confirm',
        context: { source: 'zeroconf', unique_id: 'a4cf12aabb01', title_placeholders: { name: 'Desk' } },
      },
    ]);
    const [{ flow_id }] = await flows();
    const { json: form } = await home.rest('GET', `/api/config/config_entries/flow/${flow_id}`);
    expect(form).toMatchObject({ type: 'form', data_schema: [], description_placeholders: { name: 'Desk' } });
    await owner.must({ type: 'config_entries/ignore_flow', flow_id, title: 'Desk' });
    expect(await flows()).toEqual([]);
    const entries: { entry_id: string; source: string }[] = await owner.must({
      type: 'config_entries/get',
      domain: 'wled',
    });
    expect(entries).toMatchObject([{ source: 'ignore', state: 'not_loaded' }]);
  });

  it('is set up by its address', async () => {
    expect(await setUp(home, 'wled', { host: '127.0.0.1:1' })).toMatchObject({
      errors: { base: 'cannot_connect' },
    });
    const made = await setUp(home, 'wled', { host: light.address });
    expect(made).toMatchObject({ type: 'create_entry', title: 'Desk' });
    await expect.poll(async () => (await stateOf())?.state).toBe('on');
    expect(await setUp(home, 'wled', { host: light.address })).toMatchObject({
      reason: 'already_configured',
    });
  });

  it('has the entities that Home Assistant makes of it', async () => {
    await expect.poll(async () => (await stateOf())?.state).toBe('on');
    const recorded = recordedEntities('wled').map(identityOf).sort(byId);
    expect((await ownEntities(owner, 'wled')).sort(byId)).toEqual(recorded);
  });

  it('shows what Home Assistant shows', async () => {
    // Without the internet, Home Assistant does not know whether there is an update, nor do we.
    const rows = recordedEntities('wled').filter(
      ({ state, entity_id: id }) => state && !id.startsWith('update.'),
    );
    const shown = await Promise.all(rows.map(async ({ entity_id: id }) => [id, (await stateOf(id))?.state]));
    expect(Object.fromEntries(shown)).toEqual(
      Object.fromEntries(rows.map(({ entity_id: id, state }) => [id, state])),
    );
  });

  it('switches, dims and changes colors, and shows what others change', async () => {
    await call('light', 'turn_on', {
      entity_id: 'light.desk',
      brightness: 77,
      rgb_color: [255, 0, 9],
      effect: 'Blink',
    });
    await expect
      .poll(async () => (await stateOf()).attributes)
      .toMatchObject({ brightness: 77, rgb_color: [255, 0, 9], effect: 'Blink' });
    await call('number', 'set_value', { entity_id: 'number.desk_speed', value: 12 });
    await expect.poll(async () => (await stateOf('number.desk_speed')).state).toBe('12');
    await call('select', 'select_option', { entity_id: 'select.desk_preset', option: 'Evening' });
    await expect.poll(async () => (await stateOf('select.desk_preset')).state).toBe('Evening');
    await call('light', 'turn_off', { entity_id: 'light.desk_main' });
    await expect.poll(async () => (await stateOf()).state).toBe('off');
  });

  it('finds the entities of an imported entry, which has waited for it', async () => {
    const dataDir = tempFolder();
    const first = await startTestHub({}, dataDir);
    const made = await setUp(first, 'wled', { host: light.address });
    const shown = async (hub: TestHub, id: string) =>
      (await hub.rest('GET', `/api/states/${id}`)).json?.state;
    await expect.poll(() => shown(first, 'light.desk')).toMatch(/^o/);
    const client = await first.connect();
    await client.must({
      ...{ type: 'config/entity_registry/update', entity_id: 'light.desk', new_entity_id: 'light.my_desk' },
    });
    await first.stop();
    const folder = await openDataFolder({ folder: dataDir, clock: testTime, log: silentLog });
    const waiting = `json_set(body, '$.is_waiting', json('true'))`;
    const where = `collection = 'config_entries' AND id = ?`;
    const sql = `UPDATE documents SET body = ${waiting} WHERE ${where}`;
    await folder.database.write([{ sql, params: [made.result.entry_id] }]);
    await folder.release();
    const second = await startTestHub({}, dataDir);
    await expect.poll(() => shown(second, 'light.my_desk')).toMatch(/^o/);
    expect(await shown(second, 'light.desk')).toBeUndefined();
    await second.stop();
  });

  it('is unavailable while it is off, and comes back by itself', async () => {
    await light.stop();
    await expect.poll(async () => (await stateOf()).state).toBe('unavailable');
    await light.start();
    await expect.poll(async () => (await stateOf()).state).not.toBe('unavailable');
  });
});
