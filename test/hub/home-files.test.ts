import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withFfmpeg } from '../support/ffmpeg.ts';
import { startTestHub } from '../support/start-hub.ts';
import { SteppedClock } from '../support/stepped-clock.ts';
import { tempFolder } from '../support/temp-folder.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

interface Uploaded {
  readonly id: string;
  readonly [key: string]: unknown;
}

function form(bytes: Uint8Array, name: string, fields: Record<string, string> = {}): FormData {
  const data = new FormData();
  for (const [key, value] of Object.entries(fields)) data.set(key, value);
  data.set('file', new Blob([new Uint8Array(bytes)]), name);
  return data;
}

test('pictures are uploaded, shown to whoever knows their ID, renamed and deleted', async () => {
  const hub = await startTestHub();
  try {
    const client = await hub.connect();
    const authorization = { authorization: `Bearer ${hub.token}` };
    const upload = (bytes: Uint8Array) =>
      fetch(`${hub.url}/api/image/upload`, {
        method: 'POST',
        body: form(bytes, 'a/cat.png'),
        headers: authorization,
      });
    const picture: Uploaded = JSON.parse(await (await upload(PNG)).text());
    expect(picture).toMatchObject({ name: 'cat.png', content_type: 'image/png', filesize: PNG.length });
    expect(picture).not.toHaveProperty('owner');
    const shown = await fetch(`${hub.url}/api/image/serve/${picture.id}/512x512`);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(PNG);
    expect((await fetch(`${hub.url}/api/image/serve/${picture.id}/100x100`)).status).toBe(400);
    expect((await fetch(`${hub.url}/api/image/serve/${'0'.repeat(32)}/original`)).status).toBe(404);
    expect((await upload(Buffer.from('<svg onload="alert(1)"/>'))).status).toBe(400);
    expect((await hub.rest('POST', '/api/image/upload', { file: 'x' })).status).toBe(400);
    expect((await client.must({ type: 'image/update', image_id: picture.id, name: 'Cat' })).name).toBe('Cat');
    expect(await client.must({ type: 'image/list' })).toEqual([{ ...picture, name: 'Cat' }]);
    const { users, tokens } = hub.hub.auth;
    const user = await users.create({ name: 'Robin', group_ids: ['system-users'] });
    const kind = 'long_lived_access_token';
    const { secret } = await tokens.create({ user_id: user.id, kind, name: 'robin' });
    const robin = await hub.connect(secret);
    expect(await robin.must({ type: 'image/list' })).toEqual([]);
    expect((await robin.ask({ type: 'image/delete', image_id: picture.id })).error.code).toBe('not_found');
    await client.must({ type: 'image/delete', image_id: picture.id });
    expect(readdirSync(join(hub.dataDir, 'images'))).toEqual([]);
  } finally {
    await hub.stop();
  }
});

test('media files are browsed, searched, played in parts, uploaded and removed', async () => {
  const folder = tempFolder();
  const outside = tempFolder();
  mkdirSync(join(folder, 'media', 'Ä holiday'), { recursive: true });
  writeFileSync(join(folder, 'media', 'Ä holiday', 'beach & sun.mp4'), '0123456789');
  writeFileSync(join(folder, 'media', 'notes.txt'), 'secret');
  writeFileSync(join(outside, 'secret.png'), PNG);
  symlinkSync(join(outside, 'secret.png'), join(folder, 'media', 'link.png'));
  symlinkSync(outside, join(folder, 'media', 'linked'));
  const hub = await startTestHub({ demo: true }, folder);
  try {
    const client = await hub.connect();
    const browse = (id?: string) =>
      client.must({
        type: 'media_source/browse_media',
        ...(id === undefined ? {} : { media_content_id: id }),
      });
    const root = await browse();
    expect(root.children.map(({ title }: { title: string }) => title)).toEqual([
      'My media',
      'Camera',
      'Image',
    ]);
    const local = await browse(root.children[0].media_content_id);
    expect(local.children.map(({ title }: { title: string }) => title)).toEqual(['Ä holiday']);
    const [film] = (await browse(local.children[0].media_content_id)).children;
    expect(film).toMatchObject({ title: 'beach & sun.mp4', media_class: 'video', can_play: true });
    const found = await client.must({
      ...{ type: 'media_source/search_media', search_query: 'SUN' },
      media_content_id: local.media_content_id,
    });
    expect(found.result).toEqual([film]);
    const resolved = await client.must({
      ...{ type: 'media_source/resolve_media', media_content_id: film.media_content_id },
    });
    expect(resolved.mime_type).toBe('video/mp4');
    const part = async (range?: string) => {
      const answer = await fetch(hub.url + resolved.url, range === undefined ? {} : { headers: { range } });
      return [answer.status, await answer.text(), answer.headers.get('content-range')];
    };
    expect(await part()).toEqual([200, '0123456789', null]);
    expect(await part('bytes=2-4')).toEqual([206, '234', 'bytes 2-4/10']);
    expect(await part('bytes=-3')).toEqual([206, '789', 'bytes 7-9/10']);
    expect((await part('bytes=20-'))[0]).toBe(416);
    for (const path of ['link.png', 'linked/secret.png', 'notes.txt', '..%2fhearth.db', '%2e%2e/x.png'])
      expect([path, (await hub.rest('GET', `/media/local/${path}`)).status]).not.toContain(200);
    expect((await fetch(`${hub.url}/media/local/x.png`)).status).toBe(401);
    const bad = [
      'media-source://media_source/local/../x',
      'media-source://nothing',
      'http://x',
      'media-source://camera/light.x',
    ];
    for (const id of bad)
      expect((await client.ask({ type: 'media_source/browse_media', media_content_id: id })).error.code).toBe(
        'browse_media_failed',
      );
    const [camera] = (await browse('media-source://camera')).children;
    const live = await client.must({
      ...{ type: 'media_source/resolve_media', media_content_id: camera.media_content_id },
    });
    expect(live.url).toMatch(/^\/api\/camera_proxy_stream\/camera\.\w+\?authSig=/);
    const upload = (name: string) =>
      fetch(`${hub.url}/api/media_source/local_source/upload`, {
        ...{ method: 'POST', headers: { authorization: `Bearer ${hub.token}` } },
        body: form(PNG, name, { media_content_id: local.media_content_id }),
      });
    const uploaded: { media_content_id: string } = JSON.parse(await (await upload('new.png')).text());
    expect(uploaded.media_content_id).toBe('media-source://media_source/local/new.png');
    expect((await upload('page.html')).status).toBe(400);
    await client.must({ type: 'media_source/local_source/remove', ...uploaded });
    expect((await client.ask({ type: 'media_source/local_source/remove', ...uploaded })).error.code).toBe(
      'not_found',
    );
    const player = (await hub.rest('GET', '/api/states')).json.find(
      ({ entity_id: id, attributes }: { entity_id: string; attributes: { supported_features?: number } }) =>
        id.startsWith('media_player.') && ((attributes.supported_features ?? 0) & 131_072) > 0,
    );
    const offered = await client.must({ type: 'media_player/browse_media', entity_id: player.entity_id });
    expect(offered.children.length).toBeGreaterThan(0);
  } finally {
    await hub.stop();
  }
});

const CAMERA =
  'camera:\n  - platform: generic\n    name: Door\n    unique_id: door\n    stream_source: rtsp://192.0.2.1/live\n';
/** Writes what ffmpeg would write, into the folder of the playlist, which is its last argument. */
const FFMPEG = `#!/bin/sh
for last; do :; done
cat > /dev/null
printf '#EXTM3U\\n0.m4s\\n' > "$last"
printf video > "$(dirname "$last")/0.m4s"
exec sleep 1000
`;

test('a camera with an RTSP stream is streamed while somebody reads it; others and WebRTC are declined', async () => {
  await withFfmpeg(FFMPEG);
  const folder = tempFolder();
  writeFileSync(join(folder, 'hearth.yaml'), CAMERA);
  const clock = new SteppedClock();
  const hub = await startTestHub({ demo: true }, folder, clock);
  try {
    const client = await hub.connect();
    const entity_id = 'camera.door';
    const capabilities = { frontend_stream_types: ['hls'], two_way_audio: false };
    expect(await client.must({ type: 'camera/capabilities', entity_id })).toEqual(capabilities);
    const asked = client.must({ type: 'camera/stream', entity_id });
    let url: string | undefined;
    asked.then(
      (answer) => {
        url = answer.url;
      },
      () => {},
    );
    while (url === undefined) await clock.sleep(100);
    const file = (name: string) => fetch(hub.url + (url ?? '').replace('playlist.m3u8', name));
    const playlist = await file('playlist.m3u8');
    expect([playlist.headers.get('content-type'), await playlist.text()]).toEqual([
      'application/vnd.apple.mpegurl',
      '#EXTM3U\n0.m4s\n',
    ]);
    expect(await (await file('0.m4s')).text()).toBe('video');
    expect((await file('other.txt')).status).toBe(404);
    await clock.sleep(60_000);
    expect((await file('playlist.m3u8')).status).toBe(404);
    const other = (await hub.rest('GET', '/api/states')).json.find(
      ({ entity_id: id }: { entity_id: string }) => id.startsWith('camera.') && id !== entity_id,
    ).entity_id;
    const refusal = async (type: string, fields = {}) =>
      (await client.ask({ type, entity_id: other, ...fields })).error.code;
    expect(await refusal('camera/stream')).toBe('start_stream_failed');
    expect(await refusal('camera/webrtc/get_client_config')).toBe('webrtc_get_client_config_failed');
    expect(await refusal('camera/webrtc/offer', { offer: 'v=0' })).toBe('webrtc_offer_failed');
    expect(await refusal('camera/update_prefs', { orientation: 3 })).toBe('update_failed');
    expect(await client.must({ type: 'camera/get_prefs', entity_id })).toEqual({
      preload_stream: false,
      orientation: 1,
    });
  } finally {
    await hub.stop();
  }
});
