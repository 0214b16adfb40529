// `node bench/first-load.js [--runs 5]`: how fast Home appears on a slow phone (1.6 Mbit/s, 150 ms, CPU slowed four
// times), cold and warm, over HTTP and HTTPS with the home's own certificate. Medians in milliseconds.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { startHome } from './servers.js';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' } } });
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run'];
const PHONE = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
};
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const CPU = { rate: 4 };
/** Notes when the first tile is on the screen. */
const WATCH = `
  const look = () => {
    if (document.querySelector('.tile') === null) return requestAnimationFrame(look);
    requestAnimationFrame(() => { globalThis.firstTile = performance.now(); });
  };
  look();
`;

const folder = mkdtempSync(join(tmpdir(), 'hearth-first-load-'));
const server = await startHome(join(folder, 'data'), { HEARTH_TLS_MODE: 'own' }, { flags: ['--demo'] });
// As if the authority of the home was installed: what a browser does not trust, it does not cache.
const trusted = `--ignore-certificate-errors-spki-list=${await keyHash(server.url)}`;
const profile = join(folder, 'profile');
try {
  const rows = {};
  for (const [name, url] of [
    ['HTTP', server.url],
    ['HTTPS', server.url.replace('http:', 'https:')],
  ]) {
    const loads = [];
    for (let run = 0; run < Number(values.runs); run += 1)
      loads.push(await load(url, `${profile}-${name}-${run}`));
    for (const kind of ['cold', 'warm'])
      rows[`${name}, ${kind}`] = Object.fromEntries(
        ['first paint', 'first tile', 'bytes'].map((key) => [
          key,
          median(loads.map((one) => one[kind][key])),
        ]),
      );
  }
  console.table(rows);
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** Loads Home twice in a fresh profile. */
async function load(url, userFolder) {
  const options = { executablePath: '/usr/bin/chromium', args: [...FLAGS, trusted], ...PHONE };
  const context = await chromium.launchPersistentContext(userFolder, options);
  const kept = {
    hassUrl: url,
    clientId: `${url}/`,
    access_token: server.token,
    refresh_token: '',
    expires_in: 1,
  };
  const tokens = JSON.stringify({ ...kept, expires: 8.64e15 });
  await context.addInitScript(`localStorage.setItem('hearth.tokens', ${JSON.stringify(tokens)})`);
  await context.addInitScript(WATCH);
  const cold = await visit(context, url);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const warm = await visit(context, url);
  await context.close();
  return { cold, warm };
}

async function visit(context, url) {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  let bytes = 0;
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await devtools.send('Network.emulateNetworkConditions', NETWORK);
  await devtools.send('Emulation.setCPUThrottlingRate', CPU);
  await page.goto(url);
  await page.locator('.tile').first().waitFor();
  await new Promise((resolve) => setTimeout(resolve, 500));
  const [paint, tile] = await page.evaluate(
    "[performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0, firstTile]",
  );
  await page.close();
  return { 'first paint': Math.round(paint), 'first tile': Math.round(tile), bytes };
}

/** The SHA-256 of the server's public key in Base64. */
function keyHash(url) {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(new URL(url).port), rejectUnauthorized: false }, () => {
      const { publicKey } = socket.getPeerX509Certificate();
      const key = publicKey.export({ type: 'spki', format: 'der' });
      socket.destroy();
      resolve(createHash('sha256').update(key).digest('base64'));
    });
    socket.once('error', reject);
  });
}

function median(list) {
  return list.sort((a, b) => a - b)[Math.floor(list.length / 2)];
}
