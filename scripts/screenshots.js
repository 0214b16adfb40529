// `node scripts/screenshots.js [words of names…]`: takes a screenshot of each page with the demo home, light
// and dark, on a phone, a tablet and a desktop, into `screenshots/` (ignored by git), and measures each page:
// first contentful paint, bytes of script, unused bytes. `--figures` only measures pages, without
// screenshots; `--chosen` also updates `docs/screenshots/`; `--axe` checks each page with axe-core and for
// overflowing content; its last line counts pages without and with problems. `--4k` adds a screen of 3840 by
// 2160.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { prepare } from './build.js';
import { ROOT } from './checks.js';
import { withServer } from './clients/server.js';
import { seedHome } from './screenshots/home.js';
import { CHOSEN, PAGES } from './screenshots/pages.js';

const SIZES = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'tablet', width: 1024, height: 768 },
  { name: 'desk', width: 1440, height: 900 },
  ...(process.argv.includes('--4k') ? [{ name: 'wall', width: 3840, height: 2160 }] : []),
];
// The built-in broker is enabled, so that its page has content.
const SETTINGS = 'mqtt:\n  broker:\n    enabled: true\n    port: 18839\n';
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--hide-scrollbars'];

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const isChosen = process.argv.includes('--chosen');
const isAsked = process.argv.includes('--axe');
const isMeasured = process.argv.includes('--figures');
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const out = join(ROOT, 'screenshots');
const isWanted = ({ name, path, isOutside }, at) =>
  (words.length === 0 || words.some((word) => name.includes(word))) &&
  (!isMeasured || PAGES.findIndex((one) => one.path === path && one.isOutside === isOutside) === at);
const wanted = PAGES.filter(isWanted);
const counts = { passed: 0, failed: 0 };

await prepare();
mkdirSync(out, { recursive: true });
const cache = mkdtempSync(join(tmpdir(), 'hearth-pictures-'));
try {
  await withServer(cache, SETTINGS, async (server) => {
    const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: FLAGS });
    try {
      await seedHome(server);
      const rows = [];
      for (const page of wanted) rows.push(await look(browser, server, page));
      report(rows);
      if (isChosen) await choose(browser);
    } finally {
      await browser.close();
    }
  });
} finally {
  rmSync(cache, { recursive: true, force: true, maxRetries: 3 });
}
if (isAsked) {
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  process.exitCode = counts.failed === 0 ? 0 : 1;
}
/** Copies the chosen screenshots, at half size, to where the README shows them. */
async function choose(browser) {
  const folder = join(ROOT, 'docs', 'screenshots');
  mkdirSync(folder, { recursive: true });
  const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } });
  for (const [name, target] of Object.entries(CHOSEN)) {
    const picture = readFileSync(join(out, `${name}.png`)).toString('base64');
    const width = name.includes('phone') ? 260 : 720;
    await page.setContent(
      `<style>*{margin:0;display:block}</style><img width="${width}" src="data:image/png;base64,${picture}">`,
    );
    await page.locator('img').screenshot({ path: join(folder, `${target}.png`) });
  }
  await page.close();
}

/** Opens a page in its own browser, measures it, and takes its screenshots. */
async function look(browser, server, { name, path, prepare: ready, isOutside = false }) {
  // Responses from a service worker do not report their transferred size.
  const context = await browser.newContext({ locale: 'en', deviceScaleFactor: 1, serviceWorkers: 'block' });
  if (!isOutside) await logIn(context, server);
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  try {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.coverage.startJSCoverage();
    await page.goto(server.url + path);
    await settle(page);
    const cost = await costOf(page);
    for (const size of isMeasured ? [] : SIZES) {
      await page.setViewportSize({ width: size.width, height: size.height });
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme });
        if (ready !== undefined && colorScheme === 'light') {
          await page.goto(server.url + path);
          await settle(page);
          await ready(page, server);
        }
        await page.waitForTimeout(150);
        await page.screenshot({ path: join(out, `${name}-${size.name}-${colorScheme}.png`) });
        const faults = isAsked ? await faultsOf(page) : [];
        for (const fault of faults) console.log(`${name} ${size.name} ${colorScheme}: ${fault}`);
        counts[faults.length === 0 ? 'passed' : 'failed'] += 1;
      }
    }
    return { name, ...cost };
  } finally {
    await context.close();
  }
}

/** Logs in with a token, like a browser with a session. */
async function logIn(context, { url, token }) {
  const tokens = {
    hassUrl: url,
    clientId: `${url}/`,
    access_token: token,
    refresh_token: '',
    token_type: 'Bearer',
    expires_in: 1800,
    expires: Date.now() + 86_400_000,
  };
  await context.addInitScript(
    `localStorage.setItem('hearth.tokens', ${JSON.stringify(JSON.stringify(tokens))})`,
  );
}

/** Waits until no request is pending and nothing is loading. */
async function settle(page) {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(300);
}

/** Violations found by axe-core, and whether the page is wider than the window. */
async function faultsOf(page) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { violations } = await globalThis.axe.run(document, { resultTypes: ['violations'] });
    const faults = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`),
    );
    return document.documentElement.scrollWidth > innerWidth ? ['too wide', ...faults] : faults;
  });
}

async function costOf(page) {
  const coverage = await page.coverage.stopJSCoverage();
  const scripts = coverage.map(({ source = '', functions }) => ({
    all: source.length,
    unused: unusedIn(source.length, functions),
  }));
  const [paint, gzip] = await page.evaluate(() => [
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  ]);
  const sum = (key) => scripts.reduce((total, one) => total + one[key], 0);
  return { paint: Math.round(paint), sent: gzip, script: sum('all'), unused: sum('unused') };
}

/** The number of characters of a script that never ran; inner coverage ranges take precedence. */
function unusedIn(length, functions) {
  const ran = new Uint8Array(length).fill(1);
  for (const { ranges } of functions)
    for (const { startOffset, endOffset, count } of ranges)
      ran.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  return ran.reduce((sum, one) => sum + (one === 0 ? 1 : 0), 0);
}

function report(rows) {
  const line = (cells) => cells.map((cell, at) => (at === 0 ? cell.padEnd(24) : cell.padStart(12))).join('');
  const kb = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
  console.log(line(['page', 'paint', 'sent', 'script', 'unused']));
  for (const { name, paint, sent, script, unused } of rows)
    console.log(line([name, `${paint} ms`, kb(sent), kb(script), kb(unused)]));
}
