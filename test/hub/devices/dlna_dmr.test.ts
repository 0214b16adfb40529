import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DeviceHome, openDeviceHome, ownEntities } from '../../support/device-home.ts';

const PLAYER = 'media_player.peer_renderer';
const UDN = 'uuid:11111111-2222-3333-4444-555555555555';
let at: DeviceHome;
beforeAll(async () => {
  at = await openDeviceHome({ name: 'dlna_dmr', script: 'dlna', protocol: 'http' });
});
afterAll(() => at.close());

const shown = () => at.stateOf(PLAYER);
const call = (service: string, data: object = {}) =>
  at.call(`media_player.${service}`, { entity_id: PLAYER, ...data });

describe('DLNA renderers', () => {
  it('are found in the network and set up', async () => {
    const { home, owner, device } = at;
    const location = `http://${device.address}/description.xml`;
    const st = 'urn:schemas-upnp-org:device:MediaRenderer:1';
    home.hub.devices?.discoveries.foundDevice({
      ...{ usn: `${UDN}::${st}`, st, location, udn: UDN, address: device.host, headers: {} },
      description: { friendlyName: 'Peer renderer', UDN },
    });
    const flows = () => owner.must({ type: 'config_entries/flow/progress' });
    await expect
      .poll(flows)
      .toMatchObject([{ handler: 'dlna_dmr', context: { source: 'ssdp', unique_id: UDN } }]);
    const [{ flow_id }] = await flows();
    const { json: made } = await home.rest('POST', `/api/config/config_entries/flow/${flow_id}`, {});
    expect(made).toMatchObject({ type: 'create_entry', title: 'Peer renderer' });
    await expect.poll(async () => (await shown())?.state).toBe('idle');
    expect(await ownEntities(at.owner, 'dlna_dmr')).toMatchObject([
      { entity_id: PLAYER, unique_id: UDN, name: null },
    ]);
  });

  it('set the volume, and play what they are sent', async () => {
    await call('volume_set', { volume_level: 0.4 });
    await expect.poll(async () => (await shown()).attributes.volume_level).toBe(0.4);
    await call('volume_mute', { is_volume_muted: true });
    await expect.poll(async () => (await shown()).attributes.is_volume_muted).toBe(true);
    const media = { media_content_type: 'music', media_content_id: 'http://10.99.0.2:8000/tone.wav' };
    await call('play_media', { ...media, extra: { title: 'One & <two>' } });
    await expect.poll(async () => (await shown()).state).toBe('playing');
    expect((await shown()).attributes.media_title).toBe('One & <two>');
    await call('media_stop');
    await expect.poll(async () => (await shown()).state).toBe('idle');
    const refused = await call('play_media', { ...media, media_content_id: 'file:///etc/passwd' });
    expect(refused.status).toBeGreaterThanOrEqual(400);
  });

  it('are unavailable while they are off, and come back', { timeout: 90_000 }, () => at.expectUpdate(PLAYER));
});
