import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { Log } from '../../../src/core/log.ts';
import { silentLog } from '../../../src/core/log.ts';
import { sendToCloud } from '../../../src/integrations/mobile-app/cloud-push.ts';
import type { Registration } from '../../../src/integrations/mobile-app/registration.ts';
import { FakeClock } from '../../support/fake-clock.ts';

test('the push service is never one of the home network, and always HTTPS', async () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const warnings: string[] = [];
  const log: Log = { ...silentLog, warn: (text) => warnings.push(text) };
  const urls = [
    ...[`http://127.0.0.1:${port}/push`, `https://127.0.0.1:${port}/push`, `https://localhost:${port}/push`],
    ...[
      `https://[::ffff:127.0.0.1]:${port}/`,
      `https://2130706433:${port}/`,
      'https://10.0.0.1/',
      'file:///etc/passwd',
      'nonsense',
    ],
  ];
  for (const push_url of urls) {
    const registration = {
      app_data: { push_url, push_token: 'x' },
      device_name: 'Phone',
    } as unknown as Registration;
    await sendToCloud(registration, { message: 'hello' }, { clock: new FakeClock(), log });
  }
  expect(connections).toBe(0);
  expect(warnings).toHaveLength(urls.length);
});
