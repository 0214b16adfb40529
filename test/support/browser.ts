import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { type Ending, startHearth } from './command-line.ts';
import { tempFolder } from './temp-folder.ts';
import { seeds } from './thoroughness.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];
/** The browser's own message for each unsuccessful response, which the tests check themselves. */
const NO_SUCCESS = /^Failed to load resource: the server responded with a status of/;

const SHOTS = process.env.HEARTH_SHOTS;

let opened: Promise<Browser> | undefined;

/** Headless Chromium from Debian, shared by the test files of a process; it ends with the process. */
export async function openBrowser(): Promise<Browser> {
  const launch = (): Promise<Browser> =>
    chromium.launch({ executablePath: '/usr/bin/chromium', args: FLAGS });
  opened ??= launch();
  if (!(await opened).isConnected()) opened = launch();
  return opened;
}

/** Closes all pages a test file has opened, but not the browser. */
export async function closePages(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}

/** A running server. */
export interface RunningHouse {
  readonly url: string;
  readonly port: number;
  /** The printed claim code; empty once claimed. */
  readonly claimCode: string;
  /** Kills it at once, like a power failure. */
  kill(): Promise<void>;
}

/** Starts the server, by default with an empty folder; it is killed when the test ends. */
export async function startHouse({
  demo = false,
  folder = '',
  port = 0,
  isClaimed = false,
  atEnd = onTestFinished as Ending,
} = {}): Promise<RunningHouse> {
  const flags = ['--port', String(port), '--host', '127.0.0.1', '--data-dir', folder || tempFolder(atEnd)];
  const child = startHearth(['start', ...flags, ...(demo ? ['--demo'] : [])], { atEnd });
  const said = isClaimed ? /ready at (\S+)\n/ : /ready at (\S+)\nClaim code: (\S+)\n/;
  let output = '';
  let complaints = '';
  child.stderr?.on('data', (chunk) => {
    complaints += chunk;
  });
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      output += chunk;
      if (said.test(output)) resolve();
    });
    ended.then(() => reject(new Error(`The server ended: ${complaints}`)));
  });
  const [, url = '', claimCode = ''] = said.exec(output) ?? [];
  return {
    url,
    port: Number(new URL(url).port),
    claimCode,
    kill: () => {
      child.kill('SIGKILL');
      return ended;
    },
  };
}

/** The settings of a browser. */
export interface Taste {
  readonly width?: number;
  readonly language?: string;
}

/** A page in its own browser context, with all errors it logged. */
export interface WatchedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors, blocked scripts and styles, unhandled rejections; tests expect none. */
  readonly complaints: readonly string[];
}

/** Opens a fresh browser profile. */
export async function openPage(browser: Browser, taste: Taste = {}): Promise<WatchedPage> {
  const { width = 1280, language = 'en' } = taste;
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    locale: language,
    timezoneId: 'UTC',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await context.addInitScript(
    "addEventListener('securitypolicyviolation', (e) => console.error('refused: ' + e.effectiveDirective + ' ' + e.blockedURI + ' ' + e.sample))",
  );
  const page = await context.newPage();
  page.setDefaultTimeout(45_000);
  const complaints: string[] = [];
  page.on('console', (message) => {
    const text = message.text();
    if ((message.type() === 'error' || message.type() === 'warning') && !NO_SUCCESS.test(text))
      complaints.push(text);
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return { page, context, complaints };
}

/** The widest screens for axe-core: a desktop in light, a tablet in dark mode. */
const WIDEST = { light: 1280, dark: 1024 };

/** The violations that axe-core finds on the current page: the rule, then the element. */
async function accessFaults(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>("typeof axe === 'object'"))) await page.evaluate(AXE);
  return page.evaluate<string[]>(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map((node) => id + ': ' + node.html + ' ' + node.failureSummary)))`,
  );
}

/** Checks the current page with axe-core, where checking it in all sizes would take too long. */
export async function readOut(page: Page, name: string): Promise<void> {
  expect([name, ...(await accessFaults(page))]).toEqual([name]);
}

/**
 * Checks a page in light and dark, on phone, tablet and desktop sizes: accessible to screen readers, with
 * enough contrast, and no wider than the window. Saves screenshots if `HEARTH_SHOTS` names a folder.
 */
export async function lookAt(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  // Axe takes most of the time: under `npm test` each page is only checked in one color scheme, chosen by its
  // name.
  const schemes = seeds([name.length % 2 === 0 ? 'light' : 'dark'], ['light', 'dark']);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [360, 390, WIDEST[colorScheme]]) {
      await page.setViewportSize({ width, height: 900 });
      // A page may change its layout after a resize.
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      const isTooWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
      expect([name, width, isTooWide]).toEqual([name, width, false]);
      if (SHOTS === undefined || width === 360) continue;
      const fullPage = (await page.locator('dialog').count()) === 0;
      await page.screenshot({ path: `${SHOTS}/${name}-${colorScheme}-${width}.png`, fullPage });
    }
    if (schemes.includes(colorScheme)) expect(await accessFaults(page)).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (before !== null) await page.setViewportSize(before);
}
