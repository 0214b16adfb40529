import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setUp } from '../../support/device-home.ts';
import { type MatterBridge, startMatterBridge } from '../../support/matter-bridge.ts';
import { startTestHub, type TestHub } from '../../support/start-hub.ts';

const PEERS = process.env.HEARTH_PEERS;
const MINUTE = 60_000;

let bridge: MatterBridge | undefined;
let home: TestHub;
const at = (): MatterBridge => {
  if (bridge === undefined) throw new Error('There is no bridge');
  return bridge;
};
const stateOf = async (id: string) => (await home.rest('GET', `/api/states/${id}`)).json;
const shown = async (id: string) => (await stateOf(id))?.state;
const call = (service: string, data: object) =>
  home.rest('POST', `/api/services/${service.replace('.', '/')}`, data);

describe.skipIf(PEERS === undefined)('Matter, with a real bridge', () => {
  beforeAll(async () => {
    bridge = startMatterBridge(PEERS ?? '');
    home = await startTestHub();
  }, 5 * MINUTE);
  afterAll(async () => {
    await home?.stop();
    bridge?.close();
  });

  it('downloads its packages once that is agreed to, and adds a bridge by its code', {
    timeout: 5 * MINUTE,
  }, async () => {
    const step = await setUp(home, 'matter');
    expect(step).toMatchObject({ type: 'form', step_id: 'packages', data_schema: [] });
    const made = await setUp(home, 'matter', {}, { code: at().code });
    expect(made).toMatchObject({ type: 'create_entry', title: 'Peer bridge' });
    await expect.poll(() => shown('light.lamp')).toBe('off');
  });

  it('switches a light', async () => {
    await call('light.turn_on', { entity_id: 'light.lamp' });
    await expect.poll(() => shown('light.lamp')).toBe('on');
    expect(at().act({ state: 'lamp' })).toMatchObject({ onOff: { onOff: true } });
  });

  it('shows what happens at the devices', async () => {
    at().act({ id: 'temperature', cluster: 'temperatureMeasurement', set: { measuredValue: 2310 } });
    await expect.poll(() => shown('sensor.temperature_temperature')).toBe('23.1');
  });

  it('is unavailable soon after the plug is pulled, and comes back by itself', {
    timeout: 4 * MINUTE,
  }, async () => {
    at().kill();
    await expect.poll(() => shown('light.lamp'), { timeout: MINUTE }).toBe('unavailable');
    at().startAgain();
    await expect.poll(() => shown('light.lamp'), { timeout: 2 * MINUTE }).toBe('on');
    await call('light.turn_off', { entity_id: 'light.lamp' });
    await expect.poll(() => shown('light.lamp')).toBe('off');
    expect(at().act({ state: 'lamp' })).toMatchObject({ onOff: { onOff: false } });
  });
});
