import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { newContext } from '../../src/core/context.ts';
import { State } from '../../src/core/state.ts';
import { domains } from '../../src/domains/index.ts';
import { stateText } from '../../src/templates/state-texts.ts';
import { readCatalogs } from '../../web/catalog-plugin.ts';

const LOCALES = new URL('../../locales/', import.meta.url);

/** The fixed states of each domain; others have numbers, times, texts or the states of their members. */
const fixed = domains.flatMap(({ name, states }) =>
  typeof states === 'string' ? [] : states.map((state) => ({ domain: name, state })),
);

describe.each(Object.entries(readCatalogs()))('the texts of %s', (language, { app }) => {
  const { services } = JSON.parse(readFileSync(new URL(`${language}.json`, LOCALES), 'utf8'));
  const keys = new Set(Object.values(app).flatMap((area) => Object.keys(area)));

  it('name each domain the app shows, and each of its states', () => {
    // Infrared transmitters have no view.
    const names = domains.map(({ name }) => name).filter((name) => name !== 'infrared');
    expect(names.filter((name) => !keys.has(`domain.${name}`))).toEqual([]);
    expect(fixed.length).toBeGreaterThan(100);
    const isNamed = (domain: string, state: string): boolean =>
      keys.has(`state.${domain}.${state}`) || keys.has(`state.${state}`);
    expect(fixed.filter(({ domain, state }) => !isNamed(domain, state))).toEqual([]);
  });

  it('name each service and each field', () => {
    const expected = domains.flatMap(({ name: domain, services: own }) =>
      own.flatMap(({ name, fields }) => [
        [domain, name],
        ...Object.keys(fields).map((key) => [domain, name, key]),
      ]),
    );
    expect(expected.length).toBeGreaterThan(200);
    const isNamed = ([domain = '', service = '', field]: readonly string[]): boolean => {
      const texts = services[domain]?.[service];
      return (field === undefined ? texts : texts?.fields?.[field])?.name !== undefined;
    };
    expect(expected.filter((path) => !isNamed(path)).map((path) => path.join('.'))).toEqual([]);
  });
});

it('each state has a text in templates: src/templates/state-texts.json', () => {
  const textOf = (domain: string, state: string): string =>
    stateText(
      new State({
        ...{ entity_id: `${domain}.any`, state, attributes: {}, context: newContext(0) },
        ...{ last_changed: 0, last_reported: 0, last_updated: 0 },
      }),
    );
  expect(fixed.filter(({ domain, state }) => textOf(domain, state) === state)).toEqual([]);
});
