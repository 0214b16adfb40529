import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServiceText, ServiceTexts } from '../../src/core/messages.ts';
import { readTranslations } from '../../src/entities/services/service-language.ts';
import { outsideCatalog, pseudoCatalog } from '../support/pseudo-language.ts';
import { startTestHub, type TestHub } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';

const locales = new URL('../../locales/', import.meta.url);

let home: TestHub;
let shown: ServiceTexts;

/** The keys of all names and descriptions of a service or field. */
function keysOf({ name, description, fields = {} }: ServiceText, path: string): string[] {
  return [
    ...(name === undefined ? [] : [`${path}.name`]),
    ...(description === undefined ? [] : [`${path}.description`]),
    ...Object.entries(fields).flatMap(([field, one]) => keysOf(one, `${path}.fields.${field}`)),
  ];
}

const textsOf = (texts: ServiceTexts): string[] =>
  Object.values(texts).flatMap((services) => Object.values(services).flatMap(textsOfOne));

function textsOfOne({ name = '', description = '', fields = {} }: ServiceText): string[] {
  return [name, description, Object.values(fields).map(textsOfOne)].flat(2);
}

const keysOfAll = (texts: ServiceTexts): string[] =>
  Object.entries(texts)
    .flatMap(([domain, services]) =>
      Object.entries(services).flatMap(([service, one]) => keysOf(one, `${domain}.${service}`)),
    )
    .sort();

beforeAll(async () => {
  // There is no broker at this address; the MQTT services exist all the same.
  home = await startTestHub({ demo: true, 'mqtt.url': 'mqtt://127.0.0.1:9' });
  shown = (await home.rest('GET', '/api/services')).json;
});

afterAll(() => home.stop());

describe('the texts of services', () => {
  it.each(readdirSync(locales))('have a text for each name and description in %s, and no other', (file) => {
    const { services } = JSON.parse(readFileSync(new URL(file, locales), 'utf8'));
    expect(keysOfAll(services)).toEqual(keysOfAll(shown));
    const texts = JSON.stringify(services).matchAll(/"(name|description)":"((?:[^"\\]|\\.)*)"/g);
    for (const [, kind, text = ''] of texts)
      expect.soft(text).toMatch(kind === 'name' ? /^\p{Lu}.*[^.]$/u : /^\p{Lu}.*\.$/u);
  });

  it('come from a further file for a further language', async () => {
    const folder = tempFolder();
    const english = JSON.parse(readFileSync(new URL('en.json', locales), 'utf8'));
    writeFileSync(join(folder, 'pl.json'), JSON.stringify(pseudoCatalog(english, 'pl')));
    const translate = (await readTranslations(pathToFileURL(`${folder}/`))).get('pl');
    const left = textsOf(JSON.parse(translate?.(JSON.stringify(shown)) ?? '{}'));
    expect(left.length).toBeGreaterThan(800);
    expect(left.filter((text) => outsideCatalog(text) !== '')).toEqual([]);
  });

  it('have natural names in English', () => {
    expect(shown.light?.turn_on?.fields?.color_temp_kelvin?.name).toBe('Color temperature');
    const odd = /\b([Ii]d|pct|secs|temp|[Hh]vac|Rgb\w*|Qos|Params|Hs|Xy|Datetime)\b/;
    expect(keysOfAll(shown).length).toBeGreaterThan(500);
    for (const [domain, services] of Object.entries(shown))
      for (const [service, one] of Object.entries(services))
        for (const { name = '' } of [one, ...Object.values(one.fields ?? {})])
          expect.soft([domain, service, odd.test(name)]).toEqual([domain, service, false]);
  });

  it('are sent over REST and WebSocket when German is requested', async () => {
    const { json } = await home.rest('GET', '/api/services?language=de-AT');
    expect(json.light.turn_off).toMatchObject({ name: 'Ausschalten', description: 'Schaltet Lichter aus.' });
    expect(json.light.turn_on.fields.brightness.name).toBe('Helligkeit');
    const client = await home.connect();
    const all = (await client.ask({ type: 'get_services', language: 'de' })).result;
    expect(all.light.turn_off.name).toBe('Ausschalten');
    const english = (await client.ask({ type: 'get_services' })).result;
    expect(english.light.turn_off.name).toBe('Turn off');
  });

  it('are words for web apps', async () => {
    const client = await home.connect();
    const ask = { type: 'frontend/get_translations', category: 'services', integration: ['light'] };
    const { resources } = (await client.ask({ ...ask, language: 'de' })).result;
    expect(resources['component.light.services.turn_on.fields.brightness.name']).toBe('Helligkeit');
    expect.soft(Object.keys(resources).every((key) => key.startsWith('component.light.'))).toBe(true);
    const english = (await client.ask({ ...ask, language: 'en' })).result;
    expect(english.resources['component.light.services.turn_off.description']).toBe(
      'Turns off one or more lights.',
    );
  });
});
