import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DeviceHome, expectRecorded, openDeviceHome, setUp } from '../../support/device-home.ts';
import { endOfLine } from '../../support/recorded-fronts.ts';

const [BATH, KITCHEN] = ['media_player.vm_snapcast_client', 'media_player.vm_snapcast_client_2'];
let at: DeviceHome;
beforeAll(async () => {
  at = await openDeviceHome({ name: 'snapcast', script: 'snapcast', protocol: 'tcp', endOf: endOfLine });
});
afterAll(() => at.close());

const call = (service: string, entity_id: string, data: object = {}) =>
  at.call(`media_player.${service}`, { entity_id, ...data });
const shown = async (id: string) => (await at.stateOf(id)).attributes;

describe('Snapcast', () => {
  it('is set up, with the entities of Home Assistant', async () => {
    const { host, port } = at.device;
    const made = await setUp(at.home, 'snapcast', { host, port });
    expect(made).toMatchObject({ type: 'create_entry', title: 'Snapcast' });
    await expect.poll(async () => (await at.stateOf(KITCHEN))?.state).toBe('idle');
    await expectRecorded(at.owner, 'snapcast', { '<port>': String(port) });
    expect(await shown(BATH)).toMatchObject({
      ...{ supported_features: 526348, source_list: ['Radio', 'Cinema'], group_members: [BATH] },
    });
  });

  it('sets the volume, the stream and the group', async () => {
    await call('volume_set', BATH, { volume_level: 0.4 });
    await call('select_source', BATH, { source: 'Cinema' });
    await expect.poll(() => shown(BATH)).toMatchObject({ volume_level: 0.4, source: 'Cinema' });
    await call('join', BATH, { group_members: [KITCHEN] });
    await expect
      .poll(async () => (await shown(KITCHEN)).group_members)
      .toEqual(expect.arrayContaining([BATH, KITCHEN]));
    expect(await shown(KITCHEN)).toMatchObject({ source: 'Cinema' });
    await call('unjoin', KITCHEN);
    await expect.poll(async () => (await shown(KITCHEN)).group_members).toEqual([KITCHEN]);
  });

  it('is unavailable while the server is stopped, and comes back by itself', { timeout: 60_000 }, () =>
    at.expectReturn(BATH),
  );
});
