import { expect, test } from 'vitest';
import { openPage } from '../support/browser.ts';
import { startHome } from '../support/served-home.ts';

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
