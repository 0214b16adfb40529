import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import type { Ending } from './command-line.ts';
import { seeds } from './thoroughness.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const DISABLED = [
  // Two pages for the address bar, which each profile would load and which take as long as the app.
  'WebUIOmniboxPopup,WebUIOmniboxAimPopup',
  // What Playwright disables for tests: the switch replaces its own.
  'AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,PaintHolding,AimEnabled',
  'HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,OptimizationHints,ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect,NetworkTimeServiceQuerying,PreconnectToSearch',
];
export const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  `--disable-features=${DISABLED.join()}`,
];
/** The browser's own message for each unsuccessful response, which the tests check themselves. */
const NO_SUCCESS = /^Failed to load resource: the server responded with a status of/;

let opened: Promise<Browser> | undefined;

/** Headless Chromium from Debian, shared by the test files of a process; it ends with the process. */
async function openBrowser(): Promise<Browser> {
  const launch = (): Promise<Browser> =>
    chromium.launch({ executablePath: '/usr/bin/chromium', args: FLAGS });
  opened ??= launch();
  if (!(await opened).isConnected()) opened = launch();
  return opened;
}

/** The settings of a browser. */
export interface PageOptions {
  readonly width?: number;
  readonly language?: string;
  /** Closes the page, by default at the end of the test. */
  readonly atEnd?: Ending;
}

/** A page in its own browser context, with all errors it logged. */
export interface WatchedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors, blocked scripts and styles, unhandled rejections; tests expect none. */
  readonly complaints: readonly string[];
}

/** Opens a fresh browser profile. */
export async function openPage(options: PageOptions = {}): Promise<WatchedPage> {
  const { width = 1280, language = 'en', atEnd = onTestFinished } = options;
  const browser = await openBrowser();
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    locale: language,
    timezoneId: 'UTC',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  atEnd(() => context.close());
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
/** What lies behind an open dialog is checked where no dialog is open. */
const WITHIN = seeds("document.querySelector('dialog[open]') ?? document", 'document');

/** The violations that axe-core finds on the current page: the rule, then the element. */
async function accessFaults(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>("typeof axe === 'object'"))) await page.evaluate(AXE);
  return page.evaluate<string[]>(
    `axe.run(${WITHIN}, { resultTypes: ['violations'] }).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map((node) => id + ': ' + node.html + ' ' + node.failureSummary)))`,
  );
}

/** Checks the current page with axe-core, where checking it in all sizes would take too long. */
export async function readOut(page: Page, name: string): Promise<void> {
  expect([name, ...(await accessFaults(page))]).toEqual([name]);
}

/**
 * Checks a page in light and dark, on phone, tablet and desktop sizes: accessible to screen readers, with
 * enough contrast, and no wider than the window. Under `npm test` each page is only checked in one color
 * scheme, chosen by its name, and on two sizes.
 */
export async function lookAt(page: Page, name: string): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  const before = page.viewportSize();
  const chosen = name.length % 2 === 0 ? 'light' : 'dark';
  for (const colorScheme of seeds([chosen] as const, ['light', 'dark'] as const)) {
    await page.emulateMedia({ colorScheme });
    for (const width of seeds([360], [360, 390]).concat(WIDEST[colorScheme])) {
      await page.setViewportSize({ width, height: 900 });
      // A page may change its layout after a resize.
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      const isTooWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
      expect([name, width, isTooWide]).toEqual([name, width, false]);
    }
    await readOut(page, name);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (before !== null) await page.setViewportSize(before);
}
