import { readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** A text, or one for each plural category of its language. */
export type CatalogText = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;

/** One file of `locales/`, as far as the app reads it. */
export interface Catalog {
  /** The language's own name. */
  readonly language: string;
  /** The texts of the app by area and key. */
  readonly app: Readonly<Record<string, Readonly<Record<string, CatalogText>>>>;
  /** The messages of the server's errors by key. */
  readonly errors: Readonly<Record<string, CatalogText>>;
}

/** All catalogs, by the tag of their language. */
export type Catalogs = Readonly<Record<string, Catalog>>;

const FOLDER = new URL('../locales/', import.meta.url);
/** The module the app imports, and below it one for each part of each language. */
const MODULE = 'virtual:catalogs';
const INDEX = `\0${MODULE}`;
/** Which areas are loaded with which part; all others with the first page of administrators. */
const PARTS: ReadonlyMap<string, string> = new Map([
  ...'shell entry home controls states domains profile security tokens'
    .split(' ')
    .map((area) => [area, 'first'] as const),
  ...['logbook', 'plots', 'history_page', 'related'].map((area) => [area, 'history'] as const),
  ['encryption', 'encryption'],
  ['push', 'push'],
  ['restore', 'restore'],
  ['notices', 'notices'],
  ['map', 'map'],
  ['media', 'media'],
  ['search', 'search'],
  ['dashboards', 'dashboards'],
]);
const INNER = 'inner';

/** Reads `locales/`: the files there are the languages of the app. */
export function readCatalogs(): Catalogs {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
  return Object.fromEntries(
    names.map((name) => [name.replace('.json', ''), JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'))]),
  );
}

/**
 * Splits each catalog into modules, so that a browser loads one language, and of it what its pages need.
 */
export function catalogModules(catalogs: Catalogs = readCatalogs()): Plugin {
  return {
    name: 'catalogs',
    resolveId: (id) => (id.startsWith(MODULE) ? `\0${id}` : undefined),
    load(id) {
      if (id === INDEX) return `export const CATALOGS = {${Object.entries(catalogs).map(entryOf).join()}};`;
      const [, language = '', part = ''] = id.startsWith(INDEX) ? id.split('/') : [];
      const catalog = catalogs[language];
      return catalog && `export const texts = ${JSON.stringify(textsOf(catalog, part))};`;
    },
  };
}

/** Whether a module holds the texts of the first pages in some language. */
export function isFirstTexts(id: string | null): boolean {
  return id?.startsWith(`${INDEX}/`) === true && id.includes('/first-');
}

function entryOf([language, { language: name }]: readonly [string, Catalog]): string {
  const loads = [
    'first',
    'history',
    'encryption',
    'push',
    'restore',
    'notices',
    'map',
    'media',
    'search',
    'dashboards',
    'inner',
    'errors',
  ].map((part) => `${part}: () => import('${MODULE}/${language}/${part}-${language}')`);
  return `${JSON.stringify(language)}: { name: ${JSON.stringify(name)}, ${loads.join()} }`;
}

function textsOf({ app, errors }: Catalog, part: string): Readonly<Record<string, CatalogText>> {
  if (part.startsWith('errors')) return errors;
  const areas = Object.entries(app).filter(([area]) => part.startsWith(`${PARTS.get(area) ?? INNER}-`));
  return Object.assign({}, ...areas.map(([, texts]) => texts));
}
