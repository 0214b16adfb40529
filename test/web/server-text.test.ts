import { describe, expect, it } from 'vitest';
import { readCatalogs } from '../../web/catalog-plugin.ts';
import { errorText, serverText } from '../../web/texts/server-text.ts';
import { outsideCatalog, pseudoCatalog } from '../support/pseudo-language.ts';

const { en, de } = readCatalogs();
if (en === undefined || de === undefined) throw new Error('A catalog is missing');
const problem = {
  key: 'problem_at',
  placeholders: { problem: { key: 'unknown_config_key', placeholders: { key: 'colour' } }, path: '[0].data' },
};

describe('an error of the server', () => {
  const german = (key: string, placeholders = {}): string =>
    errorText(
      { message: 'in English', code: 'not_found', translation: { key, placeholders } },
      de.errors,
      'de',
    );

  it('is shown with its placeholders', () => {
    expect(german('unknown_config_key', { key: '$1' })).toBe('Unbekannter Schlüssel $1');
  });

  it('is shown with the error that caused it', () => {
    expect(german('validation_error', { reason: problem })).toBe(
      'Unbekannter Schlüssel colour (bei [0].data)',
    );
  });

  it('is shown with what was chosen, what uses something and what is missing in its language', () => {
    const placeholders = { value: '"x"', choices: 'eco, boost', title: { key: 'choice_preset_mode' } };
    expect(german('value_not_listed', placeholders)).toBe(
      'Die Voreinstellung "x" gibt es nicht. Möglich sind: eco, boost',
    );
    const users = { key: 'automation_without_id' };
    expect(german('blueprint_is_used_by', { name: 'a.yaml', users })).toBe(
      'Der Blueprint a.yaml wird verwendet von: Automation ohne ID',
    );
    expect(german('floor_name_must_not_be_empty')).toBe('Eine Etage braucht einen Namen');
  });

  it('is explained by its code if it or its cause has no text', () => {
    const explained = `${de.errors['code.not_found']} (in English)`;
    expect(german('newer_than_the_app')).toBe(explained);
    expect(german('constructor')).toBe(explained);
    expect(german('validation_error', { reason: { key: 'newer_than_the_app' } })).toBe(explained);
  });

  it('is shown in English if its code is unknown as well', () => {
    const error = { message: 'in English', code: undefined, translation: { key: undefined } };
    expect(errorText(error, de.errors, 'de')).toBe('in English');
  });
});

it('errors are complete in a further language, with its plural forms', () => {
  const { errors } = pseudoCatalog(en, 'pl');
  for (const [key, text] of Object.entries(en.errors)) {
    const names = JSON.stringify(text).match(/(?<=\{)\w+(?=\})/g) ?? [];
    const placeholders = Object.fromEntries(names.map((name) => [name, '7']));
    const shown = serverText({ key, placeholders }, errors, 'pl');
    expect.soft([key, shown && outsideCatalog(shown)]).toEqual([key, '']);
  }
  const [counted] = Object.entries(en.errors).find(([, text]) => typeof text !== 'string') ?? [];
  for (const [count, category] of [
    ['1', 'one'],
    ['3', 'few'],
    ['5', 'many'],
  ] as const)
    expect(serverText({ key: counted, placeholders: { count } }, errors, 'pl')).toContain(`~${category}`);
});
