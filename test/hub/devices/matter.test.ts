import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setUp } from '../../support/device-home.ts';
import { type MatterBridge, startMatterBridge } from '../../support/matter-bridge.ts';
import { startTestHub, type TestHub } from '../../support/start-hub.ts';

const PEERS = process.env.HEARTH_PEERS;
const MINUTE = 60_000;

let bridge: MatterBridge | undefined;
let home: TestHub;
let folder: string;
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
    // Not that of a test hub, which goes when it stops.
    folder = mkdtempSync(join(tmpdir(), 'hearth-matter-'));
    home = await startTestHub({}, folder);
  }, 5 * MINUTE);
  afterAll(async () => {
    await home?.stop();
    bridge?.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
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

  it('dims, colors, moves, locks, heats and blows', async () => {
    await call('light.turn_on', { entity_id: 'light.dimmer', brightness: 100 });
    await expect.poll(async () => (await stateOf('light.dimmer')).attributes.brightness).toBe(100);
    await call('light.turn_on', { entity_id: 'light.colour_lamp', hs_color: [120, 100] });
    const color = async () => (await stateOf('light.colour_lamp')).attributes.hs_color;
    await expect.poll(async () => Math.round((await color())?.[0] ?? 0)).toBe(120);
    await call('cover.set_cover_position', { entity_id: 'cover.blind', position: 40 });
    const target = { windowCovering: { targetPositionLiftPercent100ths: 6000 } };
    await expect.poll(() => at().act({ state: 'blind' })).toMatchObject(target);
    await call('climate.set_temperature', { entity_id: 'climate.thermostat', temperature: 22.5 });
    await expect.poll(async () => (await stateOf('climate.thermostat')).attributes.temperature).toBe(22.5);
    await call('lock.unlock', { entity_id: 'lock.lock' });
    // It has a latch, and calls a door that is no longer bolted unlatched.
    await expect.poll(() => shown('lock.lock')).toBe('open');
    await call('fan.set_percentage', { entity_id: 'fan.fan', percentage: 40 });
    await expect.poll(() => at().act({ state: 'fan' })).toMatchObject({ fanControl: { percentSetting: 40 } });
  });

  it('follows devices that are added to the bridge and removed', async () => {
    at().act({ add: 'lamp2', label: 'Second lamp' });
    await expect.poll(() => shown('light.second_lamp')).toBe('off');
    at().act({ remove: 'lamp2' });
    await expect.poll(() => shown('light.second_lamp')).not.toBe('off');
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

  it('needs no code after a restart', { timeout: 2 * MINUTE }, async () => {
    const { dataDir } = home;
    await home.stop();
    home = await startTestHub({}, dataDir);
    await expect.poll(() => shown('light.lamp'), { timeout: MINUTE }).toBe('off');
  });

  it('leaves the bridge when its entry is removed, which can be added again', {
    timeout: 3 * MINUTE,
  }, async () => {
    const entries = '/api/config/config_entries/entry';
    const [{ entry_id: id }] = (await home.rest('GET', `${entries}?domain=matter`)).json;
    await home.rest('DELETE', `${entries}/${id}`);
    expect(await shown('light.lamp')).toBeUndefined();
    const made = await setUp(home, 'matter', { code: at().qr });
    expect(made).toMatchObject({ type: 'create_entry', title: 'Peer bridge' });
    await expect.poll(() => shown('light.lamp')).toBe('off');
  });
});
