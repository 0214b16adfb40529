import { CATALOGS } from 'virtual:catalogs';
import type en from '../../locales/en.json';

type Areas = typeof en.app;
type Texts = Awaited<ReturnType<(typeof CATALOGS)[string]['first']>>['texts'];

/** The key of a text. */
export type TextKey = { [Area in keyof Areas]: keyof Areas[Area] }[keyof Areas];

/** The languages with a catalog, each by its own name. */
export const LANGUAGES: ReadonlyMap<string, string> = new Map(
  Object.entries(CATALOGS).map(([language, { name }]) => [language, name]),
);

/** The parts of a catalog that are loaded on their own. */
type Part =
  | 'first'
  | 'history'
  | 'encryption'
  | 'push'
  | 'restore'
  | 'notices'
  | 'map'
  | 'media'
  | 'search'
  | 'dashboards'
  | 'inner';

const parts = new Set<Part>(['first']);
let wanted = 'en';
let texts: Texts = {};
let plurals = new Intl.PluralRules(wanted);

/** The text of a key, in the plural form for `count`; undefined for an unknown key. */
export function textOf(key: string, count?: number): string | undefined {
  const text = texts[key];
  if (typeof text !== 'object') return text;
  return text[count === undefined ? 'other' : plurals.select(count)] ?? text.other;
}

/** Loads the texts of a language and then uses it. Fails if they cannot be loaded. */
export async function speak(language: string): Promise<void> {
  const before = wanted;
  wanted = language;
  try {
    await load();
  } catch (error) {
    if (wanted === language) wanted = before;
    throw error;
  }
}

/** Loads the texts of some pages, now and after each change of the language. */
export async function loadPart(part: Exclude<Part, 'first'>): Promise<void> {
  parts.add(part);
  await load();
}

/** Loads what was requested meanwhile as well: the last requested language wins. */
async function load(): Promise<void> {
  const [language, count] = [wanted, parts.size];
  const loaded = await Promise.all([...parts].map((part) => CATALOGS[language]?.[part]()));
  if (language !== wanted || count !== parts.size) return load();
  texts = Object.assign({}, ...loaded.map((part) => part?.texts));
  plurals = new Intl.PluralRules(language);
}
