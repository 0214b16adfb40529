import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closePages, openBrowser } from '../support/browser.ts';
import { startTestHub, type TestHub } from '../support/start-hub.ts';

let browser: Browser;
let hub: TestHub;
beforeAll(async () => {
  [browser, hub] = await Promise.all([openBrowser(), startTestHub({ demo: true })]);
}, 60_000);
afterAll(async () => {
  await closePages(browser);
  await hub.stop();
});

test('an image element shows the camera of its entity_picture, still and moving', async () => {
  const { json } = await hub.rest('GET', '/api/states/camera.garden_camera');
  const still: string = json.attributes.entity_picture;
  const page = await browser.newPage();
  await page.goto(`${hub.url}/api/no-page`);
  for (const path of [still, still.replace('camera_proxy', 'camera_proxy_stream')]) {
    await page.setContent(`<img src="${hub.url}${path}">`, { waitUntil: 'commit' });
    await expect
      .poll(() => page.evaluate('[document.images[0]?.naturalWidth, document.images[0]?.naturalHeight]'), {
        timeout: 20_000,
      })
      .toEqual([320, 180]);
  }
  await page.close();
});
