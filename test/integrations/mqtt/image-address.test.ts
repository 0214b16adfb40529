import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../../support/until.ts';
import { startMqttHome } from './mqtt-home.ts';

let home: Awaited<ReturnType<typeof startMqttHome>>;
const server = createServer((request, response) => {
  const isPicture = request.url === '/one.png';
  response.writeHead(isPicture ? 200 : 404, { 'content-type': 'image/png' }).end(isPicture ? 'picture' : '');
});
beforeAll(async () => {
  home = await startMqttHome();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await home?.stop();
  server.close();
});

it('an image with a URL is fetched on demand', async () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  await home.discover('image/door', { name: 'Door', url_topic: 'door/url' }, 'image.door');
  const entity = home.entities.get('image.door');
  expect(await entity?.description.driver.picture?.(entity)).toBeUndefined();
  home.send('door/url', `http://127.0.0.1:${port}/one.png`);
  await until(() => home.state('image.door') !== 'unknown');
  const picture = await entity?.description.driver.picture?.(entity as never);
  expect(picture).toMatchObject({ type: 'image/png' });
  expect(picture?.bytes.toString()).toBe('picture');
  const before = home.state('image.door');
  home.send('door/url', 'file:///etc/passwd');
  await until(() => home.state('image.door') !== before);
  expect((await entity?.description.driver.picture?.(entity as never))?.bytes.toString()).toBe('picture');
});
