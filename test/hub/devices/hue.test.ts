import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DeviceHome, expectRecorded, openDeviceHome, setUp } from '../../support/device-home.ts';
import type { Started } from '../../support/recorded-device.ts';

const LAMP = 'light.study_reading_lamp';
let at: DeviceHome;
beforeAll(async () => {
  at = await openDeviceHome({
    ...{ name: 'hue', script: 'standins', addressKey: 'hue', protocol: 'http', port: 443 },
    tlsName: 'ecb5fafffe5b2c11',
  });
});
afterAll(() => at.close());

/** Acts as somebody at the bridge or the lamp. */
const act = (name: string, hue: object) =>
  at.device.act(name, ({ host }: Started) =>
    fetch(`http://${host}/_act`, { method: 'POST', body: JSON.stringify({ hue }) }),
  );

describe('Hue', () => {
  it('is set up once the button of the bridge is pressed', async () => {
    const { address: host } = at.device;
    const refused = await setUp(at.home, 'hue', { host }, {});
    expect(refused).toMatchObject({ step_id: 'link', errors: { base: 'register_failed' } });
    await act('press', { press: true });
    const { json: made } = await at.home.rest(
      'POST',
      `/api/config/config_entries/flow/${refused.flow_id}`,
      {},
    );
    expect(made).toMatchObject({ type: 'create_entry', title: 'Hue Bridge ecb5fa5b2c11' });
    await expect.poll(async () => (await at.stateOf(LAMP))?.state).toBe('on');
  });

  it('has the entities that Home Assistant makes of it', () => expectRecorded(at.owner, 'hue'));

  it('switches, dims and colors a lamp, and a room as one', async () => {
    await at.call('light.turn_on', { entity_id: LAMP, brightness: 128, rgb_color: [255, 0, 0] });
    await expect
      .poll(async () => (await at.stateOf(LAMP)).attributes)
      .toMatchObject({ brightness: 128, color_mode: 'xy' });
    await at.call('light.turn_off', { entity_id: 'light.study_study', transition: 1 });
    await expect.poll(async () => (await at.stateOf(LAMP)).state).toBe('off');
    expect((await at.stateOf('light.study_study')).attributes).toMatchObject({
      ...{ is_hue_group: true, hue_type: 'room', lights: ['Reading lamp'] },
    });
  });

  it('shows what others change', async () => {
    await act('light', { light: { on: { on: true }, dimming: { brightness: 100 } } });
    await expect.poll(async () => (await at.stateOf(LAMP)).attributes.brightness).toBe(255);
  });

  it('is unavailable while it is off, and comes back by itself', { timeout: 60_000 }, async () => {
    // A new stand-in has forgotten the key, so the login is asked for.
    await at.device.stop();
    await expect.poll(async () => (await at.stateOf(LAMP)).state, { timeout: 20_000 }).toBe('unavailable');
  });
});
