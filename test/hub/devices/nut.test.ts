import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DeviceHome, expectRecorded, openDeviceHome, setUp } from '../../support/device-home.ts';
import { endOfLine } from '../../support/recorded-fronts.ts';

let at: DeviceHome;
beforeAll(async () => {
  at = await openDeviceHome({ name: 'nut', script: 'nut', protocol: 'tcp', endOf: endOfLine });
});
afterAll(() => at.close());

describe('NUT', () => {
  it('is set up, and asks which of several devices is meant', async () => {
    const { home, device } = at;
    const { host, port } = device;
    expect(await setUp(home, 'nut', { host, port: 1 })).toMatchObject({ errors: { base: 'cannot_connect' } });
    const login = { username: 'home', password: 'secret' };
    const made = await setUp(home, 'nut', { host, port, ...login }, { alias: 'rack' });
    expect(made).toMatchObject({ type: 'create_entry', title: `rack@${host}:${port}` });
    await expect.poll(async () => (await at.stateOf('sensor.rack_status'))?.state).toBe('Online');
    expect(await setUp(home, 'nut', { host, port, ...login }, { alias: 'rack' })).toMatchObject({
      reason: 'already_configured',
    });
    // It is set up anew with what was entered.
    await expect.poll(async () => (await at.stateOf('sensor.rack_status'))?.state).toBe('Online');
  });

  it('has the entities that Home Assistant makes of it', () => expectRecorded(at.owner, 'nut'));

  it('shows numbers as the server writes them', async () => {
    expect((await at.stateOf('sensor.rack_input_voltage')).state).toBe('231.2');
    expect((await at.stateOf('sensor.rack_output_voltage')).state).toBe('230.0');
  });

  it('shows a loss of power', { timeout: 30_000 }, async () => {
    await at.device.act('lose power', async ({ host, port }) => {
      const socket = connect(port, host);
      socket.write('USERNAME home\nPASSWORD secret\nSET VAR rack ups.status "OB LB"\nLOGOUT\n');
      await new Promise((resolve) => socket.on('close', resolve).resume());
    });
    await expect
      .poll(async () => (await at.stateOf('sensor.rack_status')).state, { timeout: 20_000 })
      .toBe('On Battery, Low Battery');
  });

  it('is unavailable while the server is stopped, and comes back by itself', { timeout: 60_000 }, () =>
    at.expectReturn('sensor.rack_status'),
  );
});
