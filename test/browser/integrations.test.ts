import { afterAll, beforeAll, expect, it } from 'vitest';
import { lookAt } from '../support/browser.ts';
import { openInside } from '../support/inside.ts';
import { openDevice, type RecordedDevice } from '../support/recorded-device.ts';
import { startHome } from '../support/served-home.ts';

let light: RecordedDevice;
beforeAll(async () => {
  light = await openDevice({
    name: 'wled',
    script: 'standins',
    addressKey: 'wled',
    protocol: 'http',
    port: 80,
  });
});
afterAll(() => light.close());

it('a light is added, named and placed, looked at, disabled and removed', async () => {
  const home = await startHome();
  await home.must({ type: 'config/area_registry/create', name: 'Study' });
  const { page, complaints } = await openInside(home, '/settings/devices');
  await page.getByRole('link', { name: 'Add device' }).click();
  await page.getByRole('searchbox').fill('wle');
  await lookAt(page, 'integration-types');
  await page.getByRole('button', { name: 'WLED' }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('This field is required').waitFor();
  await page.getByLabel('Host').fill('127.0.0.1:1');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText(/^No connection/).waitFor();
  await lookAt(page, 'integration-form');
  await page.getByLabel('Host').fill(light.address);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('Where is it?').waitFor();
  await page.getByLabel('Area').selectOption('Study');
  await page.getByLabel('Name').fill('Desk strip');
  await lookAt(page, 'integration-place');
  await page.getByRole('button', { name: 'Finish' }).click();
  const devices: { name_by_user: string; area_id: string }[] = await home.must({
    type: 'config/device_registry/list',
  });
  expect(devices.find((one) => one.name_by_user === 'Desk strip')).toMatchObject({ area_id: 'study' });
  await page.goto(`${home.url}/settings/integrations`);
  await page.getByText('Connected', { exact: true }).waitFor();
  await lookAt(page, 'integrations');
  await page.getByRole('link', { name: 'Desk' }).click();
  await page.getByRole('link', { name: 'Desk strip' }).waitFor();
  await page.getByRole('button', { name: 'Show' }).click();
  await lookAt(page, 'integration-entry');
  await page.getByRole('button', { name: 'Disable' }).click();
  await page.getByText('Not loaded').waitFor();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('link', { name: 'Add device' }).waitFor();
  expect(await home.must({ type: 'config_entries/get', domain: 'wled' })).toEqual([]);
  expect(complaints).toEqual([]);
});
