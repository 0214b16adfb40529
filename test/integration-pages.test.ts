import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { INTEGRATIONS } from '../integrations/index.js';
import { integrationPages } from '../scripts/integration-pages.js';
import { IntegrationTexts, Manifest } from '../src/integrations/processes/manifest.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (...path: string[]) => readFileSync(join(ROOT, ...path), 'utf8');

describe('the integrations that come with Hearth', () => {
  it('are the folders of integrations', () => {
    const folders = readdirSync(join(ROOT, 'integrations'), { withFileTypes: true });
    const names = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    expect(names.sort()).toEqual([...INTEGRATIONS].sort());
  });

  it.each([...INTEGRATIONS])('%s has a valid manifest, and texts in both languages', (domain) => {
    expect(Manifest.parse(JSON.parse(read('integrations', domain, 'manifest.json'))).domain).toBe(domain);
    const texts = ['en', 'de'].map((language) => {
      const file = join('integrations', domain, 'locales', `${language}.json`);
      return existsSync(join(ROOT, file)) ? IntegrationTexts.parse(JSON.parse(read(file))) : {};
    });
    const [english, german] = texts.map((text) => keysOf(text).sort());
    expect(german).toEqual(english);
  });

  it('use nothing but the SDK and packages', () => {
    const sources = INTEGRATIONS.flatMap((domain) =>
      readdirSync(join(ROOT, 'integrations', domain), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => ({ name: `${domain}/${name}`, text: read('integrations', domain, name) })),
    );
    const outside = sources.filter(({ text }) => /from '(?:\.\.\/)+(?:src|packages|web)\//.test(text));
    expect(outside.map(({ name }) => name)).toEqual([]);
  });

  it('have pages that are up to date (else run node scripts/integration-pages.js)', () => {
    for (const [name, text] of integrationPages()) expect(read('docs', 'integrations', name)).toBe(text);
    const pages = readdirSync(join(ROOT, 'docs', 'integrations')).sort();
    expect(pages).toEqual([...integrationPages().keys()].sort());
  });
});

function keysOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, item]) => keysOf(item, `${path}.${key}`));
}
