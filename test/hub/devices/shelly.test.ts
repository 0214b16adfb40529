import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type DeviceHome,
  expectRecorded,
  openDeviceHome,
  recordedEntities,
  setUp,
} from '../../support/device-home.ts';

let at: DeviceHome;
beforeAll(async () => {
  at = await openDeviceHome({ name: 'shelly', script: 'standins', addressKey: 'shelly', protocol: 'http' });
});
afterAll(() => at.close());

describe('Shelly', () => {
  it('is found in the network and set up', async () => {
    const { home, owner, device } = at;
    home.hub.devices?.discoveries.found({
      ...{ type: '_shelly._tcp.local.', name: 'shellyplus2pm-a8032abe54dc._shelly._tcp.local.' },
      ...{ hostname: 'shellyplus2pm-a8032abe54dc.local.', addresses: [device.host], port: device.port },
      properties: { gen: '2' },
    });
    const flows = () => owner.must({ type: 'config_entries/flow/progress' });
    await expect
      .poll(flows)
      .toMatchObject([{ handler: 'shelly', context: { source: 'zeroconf', unique_id: 'A8032ABE54DC' } }]);
    const [{ flow_id }] = await flows();
    const { json: made } = await home.rest('POST', `/api/config/config_entries/flow/${flow_id}`, {});
    expect(made).toMatchObject({ type: 'create_entry', title: 'Hall' });
    await expect.poll(async () => (await at.stateOf('switch.lamp'))?.state).toBe('off');
    const { host, port } = device;
    expect(await setUp(home, 'shelly', { host, port })).toMatchObject({ reason: 'already_configured' });
    // It is set up anew with what was entered.
    await expect.poll(async () => (await at.stateOf('switch.lamp'))?.state).toBe('off');
  });

  it('has the entities that Home Assistant makes of it', () => expectRecorded(at.owner, 'shelly'));

  it('is switched, and shows what Home Assistant shows', async () => {
    await at.call('switch.turn_on', { entity_id: 'switch.lamp' });
    await expect.poll(async () => (await at.stateOf('sensor.lamp_power')).state).toBe('61.3');
    const rows = recordedEntities('shelly').filter(({ state }) => state !== undefined);
    const shown = await Promise.all(
      rows.map(async ({ entity_id: id }) => [id, (await at.stateOf(id))?.state]),
    );
    expect(Object.fromEntries(shown)).toEqual(
      Object.fromEntries(rows.map(({ entity_id: id, state }) => [id, state])),
    );
  });

  it('tells what is done at the device', async () => {
    await at.device.act('press', ({ host, port }) =>
      fetch(`http://${host}:${port}/_act`, {
        method: 'POST',
        body: JSON.stringify({ shelly: { 'input:0': 'double_push', 'input:1': { state: true } } }),
      }),
    );
    await expect
      .poll(async () => (await at.stateOf('event.hall_input_0')).attributes.event_type)
      .toBe('double_push');
    await expect.poll(async () => (await at.stateOf('binary_sensor.hall_input_1')).state).toBe('on');
  });

  it('is unavailable while it is off, and comes back by itself', () => at.expectReturn('switch.lamp'));
});
