import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Catalog, type CatalogText, readCatalogs } from '../../web/catalog-plugin.ts';
import { readSources, type Source } from '../support/source-rules.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const catalogs = readCatalogs();
const texts = (catalog: Catalog | undefined): [string, CatalogText][] =>
  Object.values(catalog?.app ?? {}).flatMap((area) => Object.entries(area));
const formsOf = (text: CatalogText): string[] => (typeof text === 'string' ? [text] : Object.values(text));
const parametersOf = (text: CatalogText): string[][] =>
  formsOf(text).map((form) => (form.match(/\{\w+\}/g) ?? []).sort());
const english = new Map(texts(catalogs.en));

it('English and German are among the languages, and each key is unique', () => {
  expect(Object.keys(catalogs)).toEqual(expect.arrayContaining(['de', 'en']));
  expect(english.size).toBeGreaterThan(1500);
  expect(texts(catalogs.en).length).toBe(english.size);
});

describe.each(Object.entries(catalogs))('the catalog of %s', (language, catalog) => {
  it('has the keys of the English one, in the same areas and order', () => {
    const keys = ({ app }: Pick<Catalog, 'app'>): unknown =>
      Object.entries(app).map(([area, of]) => [area, Object.keys(of)]);
    expect(keys(catalog)).toEqual(keys(catalogs.en ?? { app: {} }));
  });

  it('has no empty text, and the parameters of the English one in each', () => {
    for (const [key, text] of texts(catalog)) {
      const [expected] = parametersOf(english.get(key) ?? '');
      expect([key, ...parametersOf(text)]).toEqual([key, ...formsOf(text).map(() => expected)]);
      expect([key, ...formsOf(text)]).toEqual([key, ...formsOf(text).map((form) => form.trim() || 'empty')]);
    }
  });

  it('has each plural category of its language, where the English one has plurals', () => {
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories.sort();
    for (const [key, text] of texts(catalog)) {
      const expected = typeof english.get(key) === 'string' ? undefined : categories;
      expect([key, typeof text === 'string' ? undefined : Object.keys(text).sort()]).toEqual([key, expected]);
    }
  });

  it('names buttons to screen readers with the text that is shown on them', () => {
    const all = new Map(texts(catalog));
    const lower = (text: CatalogText | undefined): string =>
      formsOf(text ?? '')
        .join()
        .toLowerCase()
        .replaceAll(/\{\w+\}|[“”„"]/g, '');
    const longer = [...all.keys()].filter((key) => /_(named|on)$/.test(key) && all.has(shownOf(key)));
    expect(longer.length).toBeGreaterThan(5);
    for (const key of longer)
      expect([key, lower(all.get(key))]).toEqual([
        key,
        expect.stringContaining(lower(all.get(shownOf(key)))),
      ]);
  });
});

function shownOf(key: string): string {
  return key.replace(/_(named|on)$/, '');
}

describe('the keys', () => {
  const sources = readSources(ROOT, 'web');

  it('are all used', () => {
    expect(unused([...english.keys()], sources)).toEqual([]);
  });

  it('are called unused where nothing names them', () => {
    const text = `say('a.one'); wordOr(\`b.\${x}_y\`); const AREAS = ['c']; say(\`\${area}.hint\`);`;
    const keys = ['a.one', 'a.two', 'b.z_y', 'b.z', 'c.hint', 'd.hint'];
    expect(unused(keys, [{ path: 'web/x.ts', text }])).toEqual(['a.two', 'b.z', 'd.hint']);
  });
});

/** Keys that stand in no source: neither as they are, nor as what a template literal may come to. */
function unused(keys: readonly string[], sources: readonly Source[]): string[] {
  const uses = sources.map(({ text }) => ({
    literals: new Set([...text.matchAll(/'([\w.-]+)'/g)].map(([, literal]) => literal)),
    patterns: [...text.matchAll(/`((?:\w+\.|\$\{\w+\}\.)(?:[\w.]|\$\{[^`]*?\})*)`/g)].map(
      ([, written = '']) =>
        new RegExp(`^${written.replaceAll('.', '\\.').replace(/\$\{[^`]*?\}/g, '(.+)')}$`),
    ),
  }));
  const literals = new Set(uses.flatMap((use) => [...use.literals]));
  const patterns = uses.flatMap((use) => use.patterns);
  return keys.filter(
    (key) =>
      !literals.has(key) &&
      !patterns.some((pattern) => {
        const [, first] = pattern.exec(key) ?? [];
        // A key may begin with a value, which is a literal somewhere: `meaning: 'opening'`.
        return first !== undefined && (!pattern.source.startsWith('^(') || literals.has(first));
      }),
  );
}

it('German texts address the reader with "du" everywhere', () => {
  const polite =
    /\p{L}+en Sie\b|\bSie (können|müssen|haben|sollten)\b|\bIhnen\b|(?<=\p{L},? )Ihr(e|en|em|er|es)?\b/u;
  const all: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === 'string') all.push(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  collect(JSON.parse(readFileSync(`${ROOT}/locales/de.json`, 'utf8')));
  expect(all.length).toBeGreaterThan(2000);
  expect(all.filter((text) => polite.test(text))).toEqual([]);
});
