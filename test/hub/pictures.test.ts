import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withFfmpeg } from '../support/ffmpeg.ts';
import { startTestHub, type TestHub } from '../support/start-hub.ts';

const CAMERA = 'camera.garden_camera';
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

let hub: TestHub;
/** A token of a user who may only read lights. */
let guest: string;
beforeAll(async () => {
  hub = await startTestHub({ demo: true });
  const policy = { rules: [{ effect: 'allow' as const, actions: ['control' as const], domains: ['light'] }] };
  const { users, tokens } = hub.hub.auth;
  const { id } = await users.create({ name: 'Guest', group_ids: ['system-users'], policy });
  const wish = { user_id: id, kind: 'long_lived_access_token', name: 'guest', policy: null } as const;
  guest = (await tokens.create(wish)).secret;
});
afterAll(() => hub.stop());

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(hub.url + path, { headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function attributes(id: string): Promise<Record<string, string>> {
  return (await hub.rest('GET', `/api/states/${id}`)).json.attributes;
}

describe('a picture', () => {
  test.each([
    [CAMERA, '/api/camera_proxy'],
    ['image.doorbell_last_visitor', '/api/image_proxy'],
  ])('of %s is at its entity_picture, for everybody who has that', async (id, path) => {
    const { access_token, entity_picture } = await attributes(id);
    expect(access_token).toMatch(/^[\da-f]{64}$/);
    expect(entity_picture).toBe(`${path}/${id}?token=${access_token}`);
    const { status, headers, bytes } = await get(String(entity_picture));
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('image/png');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toContain('sandbox');
    expect(bytes.subarray(0, 4)).toEqual(PNG);
  });

  test('of what a player plays is there while it plays', async () => {
    const id = 'media_player.kitchen_speaker';
    expect(await attributes(id)).not.toHaveProperty('entity_picture');
    await hub.rest('POST', '/api/services/media_player/media_play', { entity_id: id });
    const { entity_picture } = await attributes(id);
    expect(entity_picture).toMatch(
      /^\/api\/media_player_proxy\/media_player\.kitchen_speaker\?token=[\da-f]{64}&cache=[\da-f]{16}$/,
    );
    expect((await get(String(entity_picture))).bytes.subarray(0, 4)).toEqual(PNG);
    await hub.rest('POST', '/api/services/media_player/turn_off', { entity_id: id });
    expect(await attributes(id)).not.toHaveProperty('entity_picture');
    expect((await get(`/api/media_player_proxy/${id}`, bearer(hub.token))).status).toBe(500);
  });

  test('is served to callers who may read the entity, with a token or by a signed path', async () => {
    expect((await get(`/api/camera_proxy/${CAMERA}`, bearer(hub.token))).status).toBe(200);
    const client = await hub.connect();
    const { path } = await client.must({ type: 'auth/sign_path', path: `/api/camera_proxy/${CAMERA}` });
    expect((await get(path)).status).toBe(200);
  });

  test('is not found for callers who may not read the entity', async () => {
    expect((await get(`/api/camera_proxy/${CAMERA}`, bearer(guest))).status).toBe(404);
    expect((await get(`/api/camera_proxy_stream/${CAMERA}`, bearer(guest))).status).toBe(404);
  });

  test.each([
    ['an unknown camera with a login', 'camera.none', () => bearer(hub.token), 404],
    ['an unknown camera without one', 'camera.none', () => ({}), 401],
    ['an entity that is no camera', 'light.hall_light', () => bearer(hub.token), 404],
    ['a login that is not good', CAMERA, () => bearer('hearth_nothing'), 401],
    ['no login and no token', CAMERA, () => ({}), 401],
    ['a token for a camera that is not there', `camera.none?token=${'0'.repeat(64)}`, () => ({}), 403],
    ['a token that is not good', `${CAMERA}?token=${'0'.repeat(64)}`, () => ({}), 403],
    ['an empty token', `${CAMERA}?token=`, () => ({}), 403],
  ])('of %s answers its status', async (_what, id, headers, status) => {
    const answer = await get(`/api/camera_proxy/${id}`, headers());
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.bytes.toString())).toHaveProperty('code');
  });

  test('is opened by the token of its own entity alone', async () => {
    const { access_token } = await attributes('camera.doorbell');
    expect((await get(`/api/camera_proxy/${CAMERA}?token=${access_token}`)).status).toBe(403);
  });

  test('of a camera that is off answers 503', async () => {
    const id = 'camera.doorbell';
    await hub.rest('POST', '/api/services/camera/turn_off', { entity_id: id });
    expect((await get(`/api/camera_proxy/${id}`, bearer(hub.token))).status).toBe(503);
    expect((await get(`/api/camera_proxy_stream/${id}`, bearer(hub.token))).status).toBe(503);
    await hub.rest('POST', '/api/services/camera/turn_on', { entity_id: id });
    expect((await get(`/api/camera_proxy/${id}`, bearer(hub.token))).status).toBe(200);
  });
});

describe('moving pictures', () => {
  /** Reads a stream until some frames have arrived, and closes it. */
  function watch(path: string, pictures: number): Promise<{ type: string; text: string }> {
    return new Promise((resolve, reject) => {
      const asking = request(hub.url + path, { headers: bearer(hub.token) }, (response) => {
        let text = '';
        response.setEncoding('latin1');
        response.on('data', (chunk: string) => {
          text += chunk;
          if (text.split('Content-Type: image/png').length <= pictures) return;
          asking.destroy();
          resolve({ type: String(response.headers['content-type']), text });
        });
      });
      asking.on('error', reject);
      asking.end();
    });
  }

  test('come one after another, each with the boundary behind it', async () => {
    const { type, text } = await watch(`/api/camera_proxy_stream/${CAMERA}`, 2);
    expect(type).toBe('multipart/x-mixed-replace; boundary=frameboundary');
    const [before, first = ''] = text.split('--frameboundary\r\n');
    expect(before).toBe('');
    const [head = '', ...body] = first.split('\r\n\r\n');
    const length = Number(/Content-Length: (\d+)/.exec(head)?.[1]);
    expect(body.join('\r\n\r\n')).toHaveLength(length + 2);
  });

  test.each(['0.4', '0', '-1', 'x', '', 'Infinity'])('are refused every %j seconds', async (interval) => {
    const path = `/api/camera_proxy_stream/${CAMERA}?interval=${interval}`;
    expect((await get(path, bearer(hub.token))).status).toBe(400);
  });
});

describe('a snapshot', () => {
  const call = (service: string, data: object) => hub.rest('POST', `/api/services/${service}`, data);

  test('is written below the media folder, under the name its template gives', async () => {
    const filename = 'out/{{ entity_id.name }}.png';
    expect((await call('camera/snapshot', { entity_id: CAMERA, filename })).status).toBe(200);
    const written = await readFile(join(hub.dataDir, 'media/out/garden_camera.png'));
    expect(written.subarray(0, 4)).toEqual(PNG);
  });

  test.each(['/etc/hearth.png', '../hearth.png', 'a/../../hearth.db', '.', '', 'a/', 'a\0b'])(
    'named %j is refused',
    async (filename) => {
      const camera = await call('camera/snapshot', { entity_id: CAMERA, filename });
      expect(camera.status).toBe(400);
      const image = await call('image/snapshot', { entity_id: 'image.doorbell_last_visitor', filename });
      expect(image.status).toBe(400);
    },
  );
});

describe('a film', () => {
  const record = (data: object) =>
    hub.rest('POST', '/api/services/camera/record', { entity_id: CAMERA, ...data });

  test('is refused without ffmpeg, and elsewhere than below the media folder', async () => {
    await withFfmpeg(null);
    const { status, json } = await record({ filename: 'a.mp4' });
    expect([status, json.message]).toEqual([500, expect.stringContaining('ffmpeg')]);
    expect((await record({ filename: '/etc/a.mp4' })).status).toBe(400);
    expect((await record({ filename: '../a.mp4' })).status).toBe(400);
  });

  test('is written by ffmpeg from the pictures, while the camera is recording', async () => {
    await withFfmpeg('#!/bin/sh\nfor last; do :; done\nexec cat > $(echo "$last" | cut -c6-)\n');
    expect((await record({ filename: 'out/a.mp4', duration: 1 })).status).toBe(200);
    const state = async () => (await hub.rest('GET', `/api/states/${CAMERA}`)).json.state;
    expect(await state()).toBe('recording');
    expect((await record({ filename: 'out/b.mp4', duration: 1 })).status).toBe(500);
    await expect.poll(state, { timeout: 15_000 }).toBe('idle');
    const written = await readFile(join(hub.dataDir, 'media/out/a.mp4'));
    expect(written.subarray(0, 4)).toEqual(PNG);
  });
});
