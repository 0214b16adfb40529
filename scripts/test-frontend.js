// `npm run test:frontend`: the official frontend in a browser, unmodified, on the built server with its demo home. Each
// page and dialog has content, no uncaught error and no refused command that Home Assistant answers. It is skipped
// without the published wheel: HEARTH_FRONTEND_WHEEL=FILE npm run test:frontend [words of addresses…|dialogs|actions].
// HEARTH_FRONTEND_SHOTS=FOLDER keeps a screenshot of each page; HEARTH_WLED=ADDRESS adds a WLED device by its dialogs.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { ROOT } from './checks.js';
import { prove } from './clients/proof.js';
import { rest, until, withServer } from './clients/server.js';
import { connect } from './history-comparison/connection.js';
import { actAll } from './official-frontend/actions.js';
import { dialogsNamed, overlayOf } from './official-frontend/dialogs.js';
import { pagesOf, REFUSED_THERE_TOO } from './official-frontend/pages.js';

const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run'];
/** How long a page may take to show something, and is watched for errors, in milliseconds. */
const LONGEST_LOAD = 20_000;
const WATCHED = 1500;
/** A page with fewer characters of text counts as empty. */
const LEAST_TEXT = 20;
/** What the frontend shows while it waits for the server. */
const LOADING =
  '#ha-launch-screen, hass-loading-screen:visible, ha-spinner:visible, ha-circular-progress:visible';
/** Pictures of manufacturers and tiles of maps come from the internet. */
const NOT_HERE = /\/api\/(brands|map_tiles)\/|Failed to load resource/;

const nothing = async () => {};
const words = process.argv.slice(2);
const wheel = process.env.HEARTH_FRONTEND_WHEEL;
/** Where screenshots are kept; undefined for none. */
const shots = process.env.HEARTH_FRONTEND_SHOTS;
const cache = join(tmpdir(), 'hearth-clients');

await prove({ cache, packages: {} }, async (report) => {
  if (wheel === undefined) return report.skip('the official frontend: HEARTH_FRONTEND_WHEEL is not set');
  mkdirSync(cache, { recursive: true, mode: 0o755 });
  const port = await freePort();
  await withServer(cache, `http:\n  second_port: ${port}\n`, async (server) => {
    const args = [join(ROOT, 'bin', 'hearth'), 'frontend', 'add', wheel, '--data-dir', server.dataDir];
    const added = spawnSync(process.execPath, args, { encoding: 'utf8' });
    if (added.status !== 0) throw new Error(added.stderr);
    await server.restart();
    await visitAll(server, `http://127.0.0.1:${port}`, report);
  });
});

async function visitAll(server, origin, report) {
  const client = await connect(server);
  const list = async (type) => (await client.ask({ type })).result;
  const pages = pagesOf({
    states: await rest(server, '/api/states'),
    devices: await list('config/device_registry/list'),
    areas: await list('config/area_registry/list'),
  });
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: FLAGS });
  try {
    const context = await browser.newContext({
      serviceWorkers: 'block',
      viewport: { width: 1280, height: 900 },
    });
    await context.addInitScript(
      `localStorage.setItem('hassTokens', ${JSON.stringify(loginAt(origin, server))})`,
    );
    for (const path of pages.filter(
      (one) => words.length === 0 || words.some((word) => one.includes(word)),
    )) {
      const act = path.includes('more-info') ? overlayOf : undefined;
      report(path, await problemsOf(context, origin + path, { act }));
    }
    for (const { name, path, open } of dialogsNamed(words.includes('dialogs') ? [] : words)) {
      const act = async (page) => {
        await open(page);
        await overlayOf(page);
      };
      report(name, await problemsOf(context, origin + path, { act, name }));
    }
    if (words.length === 0 || words.includes('actions')) {
      await act(context, { server, client, origin, report });
      const problemsWith = (name, { path, act, done }) =>
        problemsOf(context, origin + path, { act, done, name });
      await actAll({ server, client, report, problemsOf: problemsWith, wled: process.env.HEARTH_WLED });
    }
  } finally {
    await browser.close();
    client.close?.();
  }
}

/** A login as the frontend stores it. */
function loginAt(origin, { token }) {
  return JSON.stringify({
    ...{ access_token: token, refresh_token: '', token_type: 'Bearer', expires_in: 1800 },
    ...{ expires: Date.now() + 86_400_000, hassUrl: origin, clientId: `${origin}/` },
  });
}

/** Opens a page, and acts on it until `done`; resolves to what is wrong with it, or undefined. */
async function problemsOf(context, address, { act = nothing, done = async () => true, name } = {}) {
  const page = await context.newPage();
  const problems = watch(page);
  try {
    await page.goto(address);
    await until('it has content', async () => (await textOf(page)).length > LEAST_TEXT, LONGEST_LOAD);
    await act(page);
    await until('the server has the result', done, LONGEST_LOAD);
    await page.waitForTimeout(WATCHED);
    await until('nothing is loading', async () => (await page.locator(LOADING).count()) === 0, LONGEST_LOAD);
  } catch (error) {
    problems.add(error.message);
  } finally {
    const path = new URL(address).href.slice(new URL(address).origin.length);
    if (shots !== undefined) await page.screenshot({ path: join(shots, `${fileName(name ?? path)}.png`) });
    await page.close();
  }
  return problems.size === 0 ? undefined : [...problems].join('; ').slice(0, 600);
}

function fileName(text) {
  return text.replace(/[^\w.-]+/g, '_');
}

/** Collects uncaught errors and refused commands of a page. */
function watch(page) {
  const problems = new Set();
  const sent = new Map();
  page.on('pageerror', (error) => problems.add(`uncaught: ${error?.message ?? JSON.stringify(error)}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !NOT_HERE.test(message.text()))
      problems.add(message.text().slice(0, 200));
  });
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => {
      for (const message of [JSON.parse(payload)].flat()) sent.set(message.id, message);
    });
    socket.on('framereceived', ({ payload }) => {
      for (const { id, success, error } of [JSON.parse(payload)].flat()) {
        const { type } = sent.get(id) ?? {};
        if (success === false && REFUSED_THERE_TOO[type] !== error.code)
          problems.add(`${type}: ${error.message}`);
      }
    });
  });
  return problems;
}

/** The text of a page, also in its shadow trees; the sidebar is the same on all pages. */
function textOf(page) {
  return page.evaluate(() => {
    const texts = (node) =>
      node.nodeType === Node.TEXT_NODE
        ? [node.textContent.trim()]
        : ['STYLE', 'SCRIPT', 'HA-SIDEBAR'].includes(node.nodeName)
          ? []
          : [...(node.shadowRoot?.childNodes ?? []), ...node.childNodes].flatMap(texts);
    return texts(document.querySelector('home-assistant') ?? document.createElement('p')).join('');
  });
}

/** What users do: a light is switched, a dashboard is created and its cards are shown after a reload. */
async function act(context, { server, client, origin, report }) {
  const light = 'light.bedside_lamp';
  const page = await context.newPage();
  try {
    const path = 'my-cards';
    await client.ask({ type: 'lovelace/dashboards/create', url_path: path, title: 'My cards' });
    const cards = [
      { type: 'tile', entity: light },
      { type: 'markdown', content: 'Written by me' },
    ];
    await client.ask({
      type: 'lovelace/config/save',
      url_path: path,
      config: { views: [{ title: 'One', cards }] },
    });
    await page.goto(`${origin}/${path}`);
    await page.getByText('Written by me').waitFor();
    await page.reload();
    await page.getByText('Written by me').waitFor();
    report('a dashboard shows its cards, also after a reload');
    const before = (await rest(server, `/api/states/${light}`)).state;
    await page.locator('hui-tile-card ha-tile-icon').first().click();
    await until(
      'the light is switched',
      async () => (await rest(server, `/api/states/${light}`)).state !== before,
    );
    report('a tap on a tile switches the light');
  } catch (error) {
    report('a dashboard with a light that is switched', error.message);
  } finally {
    await page.close();
  }
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
