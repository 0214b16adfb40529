import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { lookAt, openPage } from '../support/browser.ts';
import { openInside } from '../support/inside.ts';
import { startHome } from '../support/served-home.ts';

const PICTURE = fileURLToPath(new URL('../../web/public/icon-192.png', import.meta.url));

test('an image element shows the camera of its entity_picture, still and moving', async () => {
  const home = await startHome({ demo: true });
  const still = String((await home.state('camera.garden_camera')).attributes.entity_picture);
  const { page } = await openPage();
  await page.goto(`${home.url}/api/no-page`);
  for (const path of [still, still.replace('camera_proxy', 'camera_proxy_stream')]) {
    await page.setContent(`<img src="${home.url}${path}">`, { waitUntil: 'commit' });
    await expect
      .poll(() => page.evaluate('[document.images[0]?.naturalWidth, document.images[0]?.naturalHeight]'), {
        timeout: 20_000,
      })
      .toEqual([320, 180]);
  }
});

test('media are uploaded, shown, played on a player and deleted; a floor plan has an uploaded picture', async () => {
  const home = await startHome({ demo: true });
  const { page, complaints } = await openInside(home, '/media');
  await page.getByRole('button', { name: 'Open My media' }).click();
  await page.getByText('This folder is empty.').waitFor();
  await page.locator('input[type=file]').setInputFiles(PICTURE);
  await page.getByRole('button', { name: 'Play icon-192.png' }).click();
  const shown = page.locator('dialog[open] img');
  const width = () => shown.evaluate<number, { naturalWidth: number }>((one) => one.naturalWidth);
  await expect.poll(width).toBe(192);
  await page.keyboard.press('Escape');
  await lookAt(page, 'media');
  await page.getByLabel('Play on').selectOption({ label: 'Kitchen Speaker' });
  await page.getByRole('button', { name: 'Play icon-192.png' }).click();
  await page.getByText('Kitchen Speaker plays icon-192.png').waitFor();
  await page.getByRole('button', { name: 'Delete icon-192.png' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('This folder is empty.').waitFor();

  await page.goto(`${home.url}/dashboards/lovelace`);
  await page.getByRole('button', { name: 'Arrange' }).click();
  await page.locator('.add-card').first().click();
  await page.getByRole('button', { name: 'Floor plan' }).click();
  await page.locator('input[type=file]').setInputFiles(PICTURE);
  await page.locator('.plan-editor img[src^="/api/image/serve/"]').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('hearth-card img[src^="/api/image/serve/"]').first().waitFor();
  expect(complaints).toEqual([]);
});
