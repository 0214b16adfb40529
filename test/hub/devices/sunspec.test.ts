import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DeviceHome, openDeviceHome, setUp } from '../../support/device-home.ts';

const POWER = 'sensor.peers_inverter_5k_inverter_power';
let at: DeviceHome;
beforeAll(async () => {
  at = await openDeviceHome({ name: 'sunspec', script: 'modbus', protocol: 'tcp' });
});
afterAll(() => at.close());

describe('SunSpec', () => {
  it('is set up, and says when a unit is something else', async () => {
    const { host, port } = at.device;
    // Unit 1 is a heat pump that speaks Modbus only.
    expect(await setUp(at.home, 'sunspec', { host, port, unit: 1 })).toMatchObject({
      errors: { host: 'not_sunspec' },
    });
    expect(await setUp(at.home, 'sunspec', { host, port, unit: 3 })).toMatchObject({
      ...{ type: 'create_entry', title: 'Peers Inverter 5k' },
    });
    await expect.poll(async () => (await at.stateOf(POWER))?.state).toBe('2410');
  });

  it('shows readings with their scale, and none that the device does not have', async () => {
    const inverter = (name: string) => at.stateOf(`sensor.peers_inverter_5k_inverter_${name}`);
    expect((await inverter('temperature')).state).toBe('41.2');
    expect((await inverter('energy')).state).toBe('1234567');
    expect((await inverter('state')).state).toBe('producing');
    expect((await inverter('heat_sink_temperature')).code).toBe('not_found');
  });

  it('is unavailable while it is off, and comes back', { timeout: 90_000 }, async () => {
    await at.expectUpdate(POWER);
    expect((await at.stateOf(POWER)).state).toBe('2410');
  });
});
