import { createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { lookAt } from '../support/browser.ts';
import { openInside } from '../support/inside.ts';
import { startMosquitto } from '../support/mosquitto.ts';
import { startHome } from '../support/served-home.ts';

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

it('a broker is tested, saved, used after a restart, and replaced by the embedded one', async () => {
  const broker = await startMosquitto();
  onTestFinished(() => broker.stop());
  const home = await startHome({ port: await freePort() });
  const { page, complaints } = await openInside(home, '/settings/mqtt');
  await page.getByLabel('Which broker').selectOption('far');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('This field is required').waitFor();
  const url = page.getByLabel('Address of the broker');
  await url.fill('no-such-host.invalid');
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page.getByText(/^Unknown host/).waitFor();
  await url.fill('127.0.0.1:1');
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page.getByText(/^Refused: the host/).waitFor();
  await lookAt(page, 'mqtt-setup');
  await url.fill(broker.url);
  await page.getByLabel('User name').fill('hearth');
  await page.getByLabel('Password').fill('seven green lanterns');
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page.getByText('Connected: the broker accepted the login. (MQTT 5)').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  expect(await home.must({ type: 'hearth/mqtt/settings/get' })).toMatchObject({
    ...{ url: broker.url, username: 'hearth', has_password: true, needs_restart: true },
  });
  await page.getByRole('button', { name: 'Restart', exact: true }).click();
  await page.getByText('Connected', { exact: true }).waitFor();
  await page.getByText('This counts from the next start on.').waitFor({ state: 'hidden' });
  await lookAt(page, 'mqtt-connected');

  await page.getByLabel('Which broker').selectOption('near');
  await page.getByLabel('Allow devices on the network to connect').check();
  await page.getByLabel('Port').fill(String(await freePort()));
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Restart', exact: true }).click();
  await page.getByText('Running', { exact: true }).waitFor();
  expect(await home.must({ type: 'hearth/mqtt/broker' })).toMatchObject({
    is_running: true,
    host: '0.0.0.0',
  });
  expect(await home.must({ type: 'hearth/mqtt/settings/get' })).toMatchObject({
    url: null,
    has_password: false,
  });
  await page.getByLabel('Which broker').selectOption('off');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  expect(await home.must({ type: 'hearth/mqtt/settings/get' })).toMatchObject({
    broker: { enabled: false },
  });
  expect(complaints.filter((one) => !one.includes('WebSocket'))).toEqual([]);
});
