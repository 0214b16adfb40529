import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DeviceHome, openDeviceHome, ownEntities, setUp } from '../../support/device-home.ts';

let at: DeviceHome;
beforeAll(async () => {
  at = await openDeviceHome({ name: 'zwave_js', script: 'zwave', protocol: 'http' });
});
afterAll(() => at.close());

const shown = async (id: string) => (await at.stateOf(id))?.state;

describe('Z-Wave', () => {
  it('is found in the network and set up', async () => {
    const { home, owner, device } = at;
    home.hub.devices?.discoveries.found({
      ...{ type: '_zwave-js-server._tcp.local.', name: 'server._zwave-js-server._tcp.local.' },
      ...{ hostname: 'server.local.', addresses: [device.host], port: device.port },
      properties: { homeId: '2119630849' },
    });
    const flows = () => owner.must({ type: 'config_entries/flow/progress' });
    await expect.poll(flows).toMatchObject([{ handler: 'zwave_js', context: { unique_id: '2119630849' } }]);
    const [{ flow_id }] = await flows();
    const { json: made } = await home.rest('POST', `/api/config/config_entries/flow/${flow_id}`, {});
    expect(made).toMatchObject({ type: 'create_entry', title: 'Z-Wave JS' });
    await expect.poll(() => shown('switch.node_2')).toBe('off');
    const url = `ws://${device.address}`;
    expect(await setUp(home, 'zwave_js', { url })).toMatchObject({ reason: 'already_configured' });
    // It is set up anew with what was entered.
    await expect.poll(() => shown('switch.node_2')).toBe('off');
  });

  it('has the unique IDs of Home Assistant', async () => {
    const own = await ownEntities(at.owner, 'zwave_js');
    const ids = own.map((one) => (one as { unique_id: string }).unique_id.replace('2119630849.', ''));
    expect(ids).toEqual(
      expect.arrayContaining([
        ...['2-37-0-currentValue', '2-50-0-value-65537', '3-38-0-currentValue', '4-49-0-Air temperature'],
        ...['4-113-0-Home Security-Motion sensor status.8', '5-98-0-currentMode', '6-64-0-mode'],
        ...['7-106-0-currentValue-13', '2.node_status', '2.ping', '2.firmware_update'],
      ]),
    );
    expect(await shown('sensor.node_2_electric_consumption_kwh')).toBe('12.5');
    expect(await shown('binary_sensor.node_4_motion_detection')).toBe('off');
  });

  it('switches, dims, locks, heats and moves', async () => {
    await at.call('switch.turn_on', { entity_id: 'switch.node_2' });
    await expect.poll(() => shown('switch.node_2')).toBe('on');
    await at.call('light.turn_on', { entity_id: 'light.node_3', brightness: 128 });
    await expect.poll(async () => (await at.stateOf('light.node_3')).attributes.brightness).toBe(129);
    await at.call('lock.lock', { entity_id: 'lock.node_5' });
    await expect.poll(() => shown('lock.node_5')).toBe('locked');
    await at.call('climate.set_temperature', {
      entity_id: 'climate.node_6',
      temperature: 23,
      hvac_mode: 'heat',
    });
    await expect.poll(async () => (await at.stateOf('climate.node_6')).attributes.temperature).toBe(23);
    await at.call('cover.open_cover', { entity_id: 'cover.node_7' });
    await expect.poll(async () => (await at.stateOf('cover.node_7')).attributes.current_position).toBe(100);
  });

  it('is unavailable while the server is stopped, and comes back by itself', {
    timeout: 90_000,
  }, async () => {
    await at.device.stop();
    await expect.poll(() => shown('switch.node_2'), { timeout: 20_000 }).toBe('unavailable');
    await at.device.start();
    await expect.poll(() => shown('switch.node_2'), { timeout: 60_000 }).not.toBe('unavailable');
  });
});
