import type { BrowserContext, Page } from 'playwright-core';
import { build } from 'vite';
import { expect, it } from 'vitest';
import { type Catalogs, catalogModules, readCatalogs } from '../../web/catalog-plugin.ts';
import config from '../../web/vite.config.ts';
import { openPage } from '../support/browser.ts';
import { openInside } from '../support/inside.ts';
import { outsideCatalog, pseudoCatalog } from '../support/pseudo-language.ts';
import { type ServedHome, startHome } from '../support/served-home.ts';

/** A language with more plural categories than those there are catalogs for. */
const LANGUAGE = 'pl';
const plurals = new Intl.PluralRules(LANGUAGE);
const MORE_PAGES = ['/area/kitchen', '/welcome', '/settings/automations/new', '/settings/scripts/new'];
/** What the server says of the home, with the names people gave in it. */
const USER_DATA = [
  ...[
    'get_states',
    'get_config',
    'get_services',
    'auth/current_user',
    'config/auth/list',
    'config_entries/get',
  ],
  ...['area', 'device', 'entity', 'floor', 'label'].map((name) => `config/${name}_registry/list`),
]
  .map((type): { type: string; domain?: string } => ({ type }))
  .concat(['automation', 'script', 'template'].map((domain) => ({ type: 'blueprint/list', domain })));
/** Names of programs, machines and languages, units, and the token of the test. */
const NAMES = ['Hearth', 'Node.js', process.platform, process.arch, 'English', 'Deutsch', 'K', 'MB', 'test'];

/** Dates and names of countries come from the browser: marked like the texts of the catalog. */
const MARK_INTL = `
  for (const { prototype } of [Intl.RelativeTimeFormat, Intl.ListFormat])
    { const { format } = prototype; prototype.format = function (...of) { return '⟦' + format.apply(this, of) + '⟧'; }; }
  const { get } = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, 'format');
  Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', {
    get() { const format = get.call(this); return (date) => '⟦' + format(date) + '⟧'; },
  });
  const { of } = Intl.DisplayNames.prototype;
  Intl.DisplayNames.prototype.of = function (code) { return '⟦' + of.call(this, code) + '⟧'; };`;

/** Texts in sight and what screen readers say; what people type and code stay out. */
const TEXTS = `(() => {
  const texts = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  while (walk.nextNode()) {
    const node = walk.currentNode;
    const element = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
    if (element.closest('textarea, pre, code, noscript') !== null || !element.checkVisibility()) continue;
    if (node !== element) texts.push(node.data);
    else for (const name of ['aria-label', 'title', 'placeholder', 'alt']) texts.push(node.getAttribute(name) ?? '');
  }
  return texts.map((text) => text.trim()).filter((text) => text !== '');
})()`;

/** Until the page has not changed for some frames. */
const AT_REST = `new Promise((done) => {
  let left = 10;
  const observer = new MutationObserver(() => { left = 10; });
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  const look = () => { left -= 1; if (left > 0) requestAnimationFrame(look); else { observer.disconnect(); done(); } };
  look();
})`;

it('a further catalog is a further language of the app, and no page has texts of its own', async () => {
  const { en, ...others } = readCatalogs();
  if (en === undefined) throw new Error('There is no English catalog');
  const app = await appWith({ en, ...others, [LANGUAGE]: pseudoCatalog(en, LANGUAGE) });
  const home = await startHome({ demo: true });
  const { page } = await openInside(home, '/', {
    language: LANGUAGE,
    prepare: (profile) => serveInstead(profile, app),
  });
  await page.locator('.tile').first().waitFor();
  expect(await page.evaluate('document.documentElement.lang')).toBe(LANGUAGE);
  const known = await userData(home);
  const found: string[] = [];
  const counted = new Set<string>();
  const check = async (seen: Page, place: string): Promise<void> => {
    await seen.evaluate(AT_REST);
    const texts = await seen.evaluate<string[]>(TEXTS);
    found.push(...strangers(texts, known).map((text) => `${place}: ${text}`));
    for (const [, count = '', category = ''] of texts.join('\n').matchAll(/⟦(\d+) [^⟦⟧]* ~(\w+)⟧/g)) {
      expect([count, category]).toEqual([count, plurals.select(Number(count))]);
      counted.add(category);
    }
  };
  await check(page, '/');
  for (const path of [...(await sections(page)), ...MORE_PAGES]) {
    await open(page, path);
    await check(page, path);
  }
  expect([...counted].sort()).toEqual(expect.arrayContaining(['many', 'one']));

  await open(page, '/profile');
  const select = page.locator('#look-language');
  const names = Object.values({ en, ...others }).map(({ language }) => language);
  expect(await select.locator('option').allTextContents()).toEqual(expect.arrayContaining(names));
  await select.selectOption('de');
  await page.getByRole('heading', { level: 1, name: 'Profil' }).waitFor();
  const entry = await openPage({ language: LANGUAGE });
  await serveInstead(entry.context, app);
  await entry.page.goto(home.url);
  await entry.page.locator('.languages button').first().waitFor();
  await check(entry.page, 'the login page');
  expect(await entry.page.locator('.languages button').count()).toBe(names.length + 1);
  expect(found).toEqual([]);
});

/** The files of the app with other catalogs than those in `locales/`, by path. */
async function appWith(catalogs: Catalogs): Promise<ReadonlyMap<string, string>> {
  const built = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    plugins: [catalogModules(catalogs)],
    build: { ...config.build, write: false, minify: false, reportCompressedSize: false },
  });
  const files = [built].flat().flatMap((bundle) => ('output' in bundle ? bundle.output : []));
  const first = files.find((file) => file.type === 'chunk' && file.isEntry);
  return new Map([
    ...files.map(
      (file) => [`/${file.fileName}`, String(file.type === 'chunk' ? file.code : file.source)] as const,
    ),
    ['main', `import '/${first?.fileName}';`],
  ]);
}

/** Answers with these files in place of those the server has. The page that names the first script is the server's own. */
async function serveInstead(context: BrowserContext, app: ReadonlyMap<string, string>): Promise<void> {
  await context.addInitScript(MARK_INTL);
  await context.route(/\.(js|css)$/, (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/service-worker.js') return route.fulfill({ status: 404 });
    const body = app.get(pathname) ?? (/^\/assets\/index-.*js$/.test(pathname) ? app.get('main') : undefined);
    const contentType = pathname.endsWith('.css') ? 'text/css' : 'text/javascript';
    return body === undefined ? route.continue() : route.fulfill({ contentType, body });
  });
}

/** All strings of what the server has of the home, the longest first. */
async function userData(home: ServedHome): Promise<readonly string[]> {
  const answers = await Promise.all(USER_DATA.map((message) => home.must(message)));
  const strings = JSON.stringify(answers).match(/"(?:[^"\\]|\\.)*"/g) ?? [];
  const known = new Set([...NAMES, ...strings.map((text) => String(JSON.parse(text)).trim())]);
  return [...known].filter((text) => /\p{L}/u.test(text)).sort((a, b) => b.length - a.length);
}

/** Texts with words that neither come from the catalog nor from the server. */
function strangers(texts: readonly string[], known: readonly string[]): string[] {
  return texts.filter((text) => {
    // On the page of a room devices are called without its name; paths are no words.
    if (known.some((name) => name.endsWith(` ${text}`))) return false;
    let rest = outsideCatalog(text).replace(/\/\S+/g, ' ');
    for (const name of known) {
      if (!/\p{L}/u.test(rest)) return false;
      // A name within another word is not that name.
      if (rest.includes(name))
        rest = ` ${rest} `
          .split(name)
          .reduce((a, b) => (/\p{L}$/u.test(a) || /^\p{L}/u.test(b) ? a + name + b : `${a} ${b}`));
    }
    return /\p{L}/u.test(rest);
  });
}

/** Goes to a page of the app without reloading it, as a link does. */
async function open(page: Page, path: string): Promise<void> {
  await page.evaluate(`for (const title of document.querySelectorAll('h1')) title.dataset.left = '';
    document.body.append(Object.assign(document.createElement('a'), { href: '${path}', id: 'way' }));
    way.click();
    way.remove();`);
  await page.locator('h1:not([data-left])').first().waitFor();
}

/** The addresses of all sections of the settings and the developer tools. */
async function sections(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const path of ['/settings', '/developer']) {
    await open(page, path);
    found.push(
      path,
      ...(await page.evaluate<string[]>(
        `[...document.querySelectorAll('.section-list a')].map((link) => link.getAttribute('href'))`,
      )),
    );
  }
  expect(found.length).toBeGreaterThan(20);
  return found;
}
