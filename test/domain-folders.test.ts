import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { domains } from '../src/domains/index.ts';
import { domainTables } from './support/domain-tables.ts';
import { readSources, type Source } from './support/source-rules.ts';
import { testData } from './support/test-data.ts';

const cases = testData(import.meta.filename);

const root = new URL('..', import.meta.url).pathname;
const names = domains.map(({ name }) => name);

/** Dates, times and both share a folder; every other domain has its own. */
const folderOf = (domain: string): string =>
  /^(date|time|datetime)$/.test(domain) ? 'date-time' : domain.replaceAll('_', '-');
const foldersOf = (domainNames: readonly string[]): string[] =>
  [...new Set(domainNames.map(folderOf))].sort();
const foldersIn = (path: string): string[] =>
  readdirSync(root + path, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );
const keysIn = (path: string): string[] =>
  [...readFileSync(root + path, 'utf8').matchAll(/^ {2}(\w+): /gm)].map(([, key]) => key ?? '');

/** Who else may have a table of domains, and why. */
const ALLOWED = new Map([
  [
    'src/api/prometheus/entity-samples.ts',
    "the series of Home Assistant's exporter, which only some domains have",
  ],
  ['src/api/ws/commands/index.ts', 'the WebSocket commands, some of which are those of one domain'],
  ['src/assist/exposure.ts', 'the domains and classes that Home Assistant exposes to assistants by default'],
  ['src/assist/intents/service-intents.ts', 'the services behind the intents of the sentences'],
  ['src/config/settings.ts', 'the sections of hearth.yaml that make helpers'],
  ['src/core/state-history-query.ts', 'what answers about the past contain by domain, as in Home Assistant'],
  ['src/entities/visibility/related.ts', 'the kinds of items that Home Assistant finds relations between'],
  ['src/hub/integration-types.ts', 'how clients group domains, among them those of Home Assistant alone'],
  ['src/import/helper-items.ts', 'the files in which Home Assistant stores helpers'],
  ['src/import/last-states.ts', 'how the states that Home Assistant saves are read, by domain'],
  ['src/import/yaml-sections.ts', "the sections and platforms of Home Assistant's configuration"],
  ['web/controls/related-items.ts', 'the kinds of related items, as the server names them'],
  ['web/controls/trigger-name.ts', 'the names of triggers, some of which are called like a domain'],
  ['web/dashboards/cards/entity-cards.ts', 'the names of standard cards, some of which are those of domains'],
  ['web/pages/home/home-layout.ts', 'the order of the start page, where other domains come last'],
  ['web/pages/home/summary.ts', 'what the start page sums up'],
  ['web/pages/settings/device-classes.ts', 'forms of template entities, loaded for administrators alone'],
  ['web/pages/settings/group-form.ts', 'the domains that have groups'],
  ['web/pages/settings/template-form.ts', 'the domains that have template entities'],
  ['web/pages/settings/policy-presets.ts', 'what children, guests and neighbors may use'],
  ['web/search/instruction-calls.ts', 'what the search can do with entities, loaded with it'],
]);

describe('the folders of the domains', () => {
  it('are those of the list on the server', () => {
    expect(foldersIn('src/domains').filter((name) => name !== 'definition')).toEqual(foldersOf(names));
  });

  it('are those of the list in the app, which shows all but infrared transmitters', () => {
    const shown = keysIn('web/domains/index.ts');
    expect([...shown].sort()).toEqual(names.filter((name) => name !== 'infrared').sort());
    expect(foldersIn('web/domains')).toEqual(foldersOf(shown));
    expect(keysIn('web/domains/controls.ts').filter((name) => !shown.includes(name))).toEqual([]);
  });

  it('hold what would otherwise be tables of domains elsewhere', () => {
    const outside = [...readSources(root, 'src'), ...readSources(root, 'web')].filter(
      ({ path }) => !/^(src|web)\/domains\/|^src\/integrations\//.test(path),
    );
    const found = new Set(domainTables(outside, names).map((line) => line.split(':')[0]));
    expect([...found].sort()).toEqual([...ALLOWED.keys()].sort());
  });
});

describe('the search for tables of domains', () => {
  const tables = (text: string): string[] =>
    domainTables(
      [{ path: 'src/core/a.ts', text } satisfies Source],
      ['light', 'fan', 'lock', 'cover', 'text'],
    );

  it.each(cases<string[]>('lists'))('finds %s', (text) => {
    expect(tables(text)).toEqual(['src/core/a.ts: cover, fan, light, lock']);
  });

  it.each(cases<string[]>('no lists'))('passes %s', (text) => {
    expect(tables(text)).toEqual([]);
  });
});
