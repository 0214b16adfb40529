import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../../../src/core/log.ts';
import { fetchPicture } from '../../../src/devices/http/fetch-picture.ts';
import { GenericCameras } from '../../../src/devices/http/generic-cameras.ts';
import { makeHome } from '../../support/home.ts';

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
  const part = new GenericCameras({ section, entities, clock, log });
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

test.each([
  [{ platform: 'generic' }, 'still_image_url'],
  [{ platform: 'generic', still_image_url: 'file:///etc/passwd' }, 'still_image_url'],
  [{ platform: 'generic', still_image_url: 'http://me:secret@camera/' }, 'still_image_url'],
  [{ platform: 'other', still_image_url: 'http://camera/' }, 'platform'],
  ['text', 'camera'],
])('what is no camera is named and left out: %j', (item, word) => {
  const { entities, warnings } = cameras([item]);
  expect([...entities.ofDomain('camera')]).toEqual([]);
  expect(warnings.join()).toContain(word);
  expect(warnings.join()).not.toContain('secret');
});

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

test('a source that hangs is given up', async () => {
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
  'the link-local address %s is not asked',
  async (url) => {
    await expect(ask(url)).rejects.toMatchObject({ message: expect.stringContaining('link-local') });
  },
);
