import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { PictureFeeds } from '../../../src/api/picture-feeds.ts';
import { silentLog } from '../../../src/core/log.ts';
import { domains } from '../../../src/domains/index.ts';
import { fetchPicture } from '../../../src/integrations/camera/fetch-picture.ts';
import { GenericCameras } from '../../../src/integrations/camera/generic-cameras.ts';
import { CloningEntityPort } from '../../support/cloning-entity-port.ts';
import { withFfmpeg } from '../../support/ffmpeg.ts';
import { makeHome } from '../../support/home.ts';
import { testData } from '../../support/test-data.ts';

const cases = testData(import.meta.filename);

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/still.jpg`;
}

function cameras(value: unknown) {
  const { entities, clock } = makeHome();
  const warnings: string[] = [];
  const log = { ...silentLog, warn: (message: string) => warnings.push(message) };
  const section = { value, place: (path: readonly unknown[] = []) => `hearth.yaml:${path.join('/')}` };
  const part = new GenericCameras({
    section,
    entities: new CloningEntityPort(entities, domains),
    clock,
    log,
  });
  part.start();
  return { part, entities, clock, warnings };
}

test('a camera of the settings shows what is at its address, by its name and password', async () => {
  const url = await serve(({ headers }, response) => {
    const known = headers.authorization === `Basic ${btoa('me:secret')}`;
    response.writeHead(known ? 200 : 401, { 'content-type': 'image/jpeg' }).end('picture');
  });
  const yard = {
    platform: 'generic',
    name: 'Yard',
    still_image_url: url,
    username: 'me',
    password: 'secret',
  };
  const { entities, part } = cameras([yard]);
  const entity = entities.get('camera.yard');
  if (entity === undefined) throw new Error('There is no camera');
  expect(await entity.driver.picture?.(entity)).toEqual({
    type: 'image/jpeg',
    bytes: Buffer.from('picture'),
  });
  part.stop();
  expect(entities.get('camera.yard')).toBeUndefined();
});

test.each(cases<[Record<string, string> | string, string][]>('what is no camera is named and left out'))(
  'an invalid camera is reported and skipped: %j',
  (item, word) => {
    const { entities, warnings } = cameras([item]);
    expect([...entities.ofDomain('camera')]).toEqual([]);
    expect(warnings.join()).toContain(word);
    expect(warnings.join()).not.toContain('secret');
  },
);

const ask = (url: string, clock = makeHome().clock) => fetchPicture({ url, verifySsl: true }, clock);

test.each<[string, RequestListener, RegExp]>([
  ['redirects', (_, response) => response.writeHead(302, { location: '/' }).end(), /redirects/],
  ['fails', (_, response) => response.writeHead(404).end(), /404/],
  ['is a page', (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('x'), /html/],
  ['is empty', (_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end(), /empty/],
  [
    'says that it is huge',
    (_, response) =>
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': '2147483648' }).write('x'),
    /too large/,
  ],
  [
    'never ends',
    (_, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(262_144)));
        response.once('drain', more);
      };
      response.writeHead(200, { 'content-type': 'image/png' });
      more();
    },
    /too large/,
  ],
  ['breaks off', (_, response) => response.socket?.destroy(), /./],
])('a source that %s is refused by name', async (_what, answer, reason) => {
  await expect(ask(await serve(answer))).rejects.toMatchObject({
    code: 'home_assistant_error',
    message: expect.stringMatching(reason),
  });
});

test('a source that hangs times out', async () => {
  const { clock } = makeHome();
  let asked: () => void = () => {};
  const arrived = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const fetching = ask(await serve(() => asked()), clock);
  const refused = expect(fetching).rejects.toMatchObject({ message: expect.stringContaining('in time') });
  await arrived;
  clock.advance(9000);
  await refused;
});

test.each(['http://169.254.169.254/', 'http://[fe80::1]/', 'http://[::ffff:169.254.1.1]/'])(
  'the link-local address %s is not requested',
  async (url) => {
    await expect(ask(url)).rejects.toMatchObject({ message: expect.stringContaining('link-local') });
  },
);

/** Sends frames like a camera; the caller learns when a client connects and disconnects. */
function film(frames: readonly string[], withLength = true) {
  const seen = { connections: 0, left: 0 };
  const answer: RequestListener = (_request, response) => {
    seen.connections += 1;
    response.on('close', () => {
      seen.left += 1;
    });
    response.writeHead(200, { 'content-type': 'multipart/x-mixed-replace; boundary="--eye"' });
    for (const frame of frames) {
      const length = withLength ? `Content-Length: ${frame.length}\r\n` : '';
      response.write(`--eye\r\nContent-Type: image/jpeg\r\n${length}\r\n${frame}\r\n`);
    }
    response.write('--eye\r\n');
  };
  return { answer, seen };
}

async function mjpegCamera(answer: RequestListener) {
  const home = cameras([{ platform: 'mjpeg', name: 'Yard', mjpeg_url: await serve(answer) }]);
  const entity = home.entities.get('camera.yard');
  if (entity === undefined) throw new Error(`There is no camera: ${home.warnings}`);
  return { ...home, entity, feeds: new PictureFeeds(home.clock) };
}

test.each([true, false])('twenty viewers of a stream share one connection (length: %s)', async (length) => {
  const { answer, seen } = film(['picture'], length);
  const { feeds, entity, clock } = await mjpegCamera(answer);
  await feeds.check(entity);
  const shown: string[] = [];
  const leaves = Array.from({ length: 20 }, () =>
    feeds.watch(entity, {
      interval: 0,
      write: (chunk) => shown.push(chunk.toString()),
      end: () => {},
      unread: () => 0,
    }),
  );
  clock.advance(0);
  await expect.poll(() => shown.length).toBe(20);
  expect(shown[0]).toContain('\r\n\r\npicture\r\n--');
  expect(seen).toEqual({ connections: 1, left: 0 });
  for (const leave of leaves) leave();
  clock.advance(3000);
  await expect.poll(() => seen.left).toBe(1);
  expect(clock.pending).toBe(0);
});

test('streams end when the camera is removed', async () => {
  const { answer, seen } = film(['picture']);
  const { feeds, entity, part } = await mjpegCamera(answer);
  await feeds.check(entity);
  const ended: boolean[] = [];
  feeds.watch(entity, { interval: 0, write: () => {}, end: () => ended.push(true), unread: () => 0 });
  part.stop();
  expect(ended).toEqual([true]);
  await expect.poll(() => seen.left).toBe(1);
});

const MIXED = { 'content-type': 'multipart/x-mixed-replace; boundary=eye' };
test.each<[string, RequestListener, RegExp]>([
  ['redirects', (_, response) => response.writeHead(302, { location: '/' }).end(), /redirects/],
  ['fails', (_, response) => response.writeHead(404).end(), /404/],
  ['is a page', (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('x'), /html/],
  [
    'has no boundary',
    (_, response) => response.writeHead(200, { 'content-type': 'multipart/x' }).end(),
    /boundary/,
  ],
  ['ends', (_, response) => response.writeHead(200, MIXED).end(), /ended/],
  [
    'says it is huge',
    (_, response) => response.writeHead(200, MIXED).write('--eye\nContent-Length: 2147483648\n\nx'),
    /too large/,
  ],
  [
    'is no multipart',
    (_, response) => response.writeHead(200, MIXED).write(Buffer.alloc(20_000)),
    /no pictures/,
  ],
  [
    'never ends a picture',
    (_, response) => {
      response.writeHead(200, MIXED).write('--eye\n\n');
      response.write(Buffer.alloc(5_000_000));
    },
    /too large/,
  ],
  ['breaks off', (_, response) => response.socket?.destroy(), /./],
])('moving pictures from what %s are refused by name', async (_what, answer, reason) => {
  const { feeds, entity } = await mjpegCamera(answer);
  await expect(feeds.check(entity)).rejects.toMatchObject({
    code: 'home_assistant_error',
    message: expect.stringMatching(reason),
  });
});

test('a stream that hangs times out', async () => {
  let asked = false;
  const { feeds, entity, clock } = await mjpegCamera(() => {
    asked = true;
  });
  const refused = expect(feeds.check(entity)).rejects.toMatchObject({
    message: expect.stringContaining('in time'),
  });
  await expect.poll(() => asked).toBe(true);
  clock.advance(9000);
  await refused;
});

test.each([{ mjpeg_url: 'http://169.254.169.254/' }, { stream_source: 'rtsp://169.254.169.254/' }])(
  'a stream from the link-local address of %j is not requested',
  async (where) => {
    await withFfmpeg('#!/bin/sh\nexit 1\n');
    const { entities } = cameras([{ platform: 'generic', name: 'Yard', ...where }]);
    const entity = entities.get('camera.yard');
    await expect(entity?.driver.picture?.(entity)).rejects.toMatchObject({
      message: expect.stringContaining('link-local'),
    });
  },
);

const RTSP = {
  platform: 'generic',
  name: 'Yard',
  stream_source: 'rtsp://127.0.0.1:1/live',
  username: 'me',
  password: "sec'ret",
};

test('a camera of RTSP goes through ffmpeg, which sees the password by its input alone and ends with the camera', async () => {
  const folder = await withFfmpeg(
    `#!/bin/sh
here=$(dirname "$0")
echo "$@" > "$here/args"
cat > "$here/input"
echo $$ > "$here/pid"
printf -- '--ffmpeg\r\nContent-type: image/jpeg\r\nContent-length: 7\r\n\r\npicture\r\n'
exec sleep 60
`,
  );
  const { entities, part } = cameras([RTSP]);
  const entity = entities.get('camera.yard');
  if (entity === undefined) throw new Error('There is no camera');
  expect(await entity.driver.picture?.(entity)).toEqual({
    type: 'image/jpeg',
    bytes: Buffer.from('picture'),
  });
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  expect(await read('args')).not.toMatch(/sec|127/);
  expect(await read('input')).toContain("file 'rtsp://me:sec%27ret@127.0.0.1:1/live'");
  part.stop();
  const pid = Number(await read('pid'));
  await expect.poll(() => isAlive(pid)).toBe(false);
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test('without ffmpeg, an RTSP camera reports what is missing, in the log and to callers', async () => {
  await withFfmpeg(null);
  const { entities, warnings } = cameras([RTSP]);
  const entity = entities.get('camera.yard');
  await expect(entity?.driver.picture?.(entity)).rejects.toMatchObject({
    message: expect.stringContaining('ffmpeg'),
  });
  expect(warnings.join()).toContain('apt install ffmpeg');
  expect(warnings.join()).not.toContain('sec');
});
