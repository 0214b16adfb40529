import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DeviceHome, expectRecorded, openDeviceHome, setUp } from '../../support/device-home.ts';
import { endOfLine } from '../../support/recorded-fronts.ts';

const PLAYER = 'media_player.music_player_daemon';
let at: DeviceHome;
beforeAll(async () => {
  at = await openDeviceHome({ name: 'mpd', script: 'mpd', protocol: 'tcp', endOf: endOfLine });
});
afterAll(() => at.close());

const shown = () => at.stateOf(PLAYER);
const call = (service: string, data: object = {}) =>
  at.call(`media_player.${service}`, { entity_id: PLAYER, ...data });

describe('MPD', () => {
  it('is set up, with the entity of Home Assistant', async () => {
    const { host, port } = at.device;
    const made = await setUp(at.home, 'mpd', { host, port });
    expect(made).toMatchObject({ type: 'create_entry', title: 'Music Player Daemon' });
    await expect.poll(async () => (await shown())?.state).toBe('off');
    await expectRecorded(at.owner, 'mpd', { '<entry_id>': made.result.entry_id });
    expect((await shown()).attributes).toMatchObject({
      ...{ supported_features: 458687, source_list: ['evening'] },
    });
    expect(await setUp(at.home, 'mpd', { host, port })).toMatchObject({ reason: 'already_configured' });
    // It is set up anew with what was entered.
    await expect.poll(async () => (await shown())?.state).toBe('off');
  });

  it('plays a playlist, sets the volume, pauses and seeks', async () => {
    await call('select_source', { source: 'evening' });
    await expect.poll(async () => (await shown()).state).toBe('playing');
    expect((await shown()).attributes).toMatchObject({
      ...{ media_title: 'one.wav', media_duration: 6, source: 'evening' },
    });
    await call('volume_set', { volume_level: 0.4 });
    await call('media_pause');
    await expect.poll(async () => (await shown()).state).toBe('paused');
    expect((await shown()).attributes).toMatchObject({ volume_level: 0.4, is_volume_muted: false });
    await call('media_seek', { seek_position: 2.5 });
    await expect.poll(async () => (await shown()).attributes.media_position).toBe(2.5);
  });

  it('shows its music and plays from it', async () => {
    const browse = { type: 'media_player/browse_media', entity_id: PLAYER };
    const { children } = await at.owner.must(browse);
    expect(children.map(({ media_content_id: id }: { media_content_id: string }) => id).sort()).toEqual([
      ...['band', 'evening', 'one.wav', 'two.wav'],
    ]);
    const music = { media_content_type: 'music', media_content_id: 'band/three.wav' };
    await call('play_media', music);
    await expect.poll(async () => (await shown()).attributes.media_title).toBe('three.wav');
    const refused = await call('play_media', { ...music, media_content_id: 'nowhere.wav' });
    expect(refused.status).toBeGreaterThanOrEqual(400);
  });

  it('is unavailable while it is stopped, and comes back by itself', { timeout: 60_000 }, () =>
    at.expectReturn(PLAYER),
  );
});
