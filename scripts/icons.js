// `node scripts/icons.js`: renders the home screen icons of the app from `web/public/icon.svg` with Chromium
// into `web/public`. Run it again after changing the drawing.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { ROOT } from './checks.js';

const PUBLIC = join(ROOT, 'web', 'public');
/** A maskable icon may be cut to a circle: the drawing stays within the inner four fifths. */
const PICTURES = [
  { name: 'icon-192', size: 192, share: 1, ground: 'transparent' },
  { name: 'icon-512', size: 512, share: 1, ground: 'transparent' },
  { name: 'icon-maskable-512', size: 512, share: 0.8, ground: '#b4431c' },
  { name: 'apple-touch-icon', size: 180, share: 1, ground: '#b4431c' },
];

const drawing = readFileSync(join(PUBLIC, 'icon.svg')).toString('base64');
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run'],
});
try {
  for (const { name, size, share, ground } of PICTURES) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(
      `<body style="margin:0;height:100vh;display:grid;place-items:center;background:${ground}">
        <img style="width:${share * 100}%" src="data:image/svg+xml;base64,${drawing}"></body>`,
    );
    await page.waitForFunction(() => document.images[0].complete);
    await page.screenshot({ path: join(PUBLIC, `${name}.png`), omitBackground: true });
    await page.close();
  }
} finally {
  await browser.close();
}
