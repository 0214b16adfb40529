import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { ERRORS } from '../../src/api/rest/status.ts';
import { fault, HubError, translationOf } from '../../src/core/errors.ts';
import { messageText } from '../../src/core/messages.ts';
import { readSources, withoutComments } from '../support/source-rules.ts';

type Texts = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

const root = new URL('../..', import.meta.url).pathname;
const catalogs = readdirSync(`${root}locales`).map((file): { language: string; errors: Texts } => ({
  language: file.replace('.json', ''),
  errors: JSON.parse(readFileSync(`${root}locales/${file}`, 'utf8')).errors,
}));
const english = catalogs.find(({ language }) => language === 'en')?.errors ?? {};
const sources = readSources(root, 'src').map(({ path, text }) => ({ path, text: withoutComments(text) }));

/** Errors with a message from another process, or built from the catalog. */
const WITH_OWN_MESSAGE = new Set<string>([
  'src/api/control-socket.ts',
  'src/core/errors.ts',
  'src/history/thread/protocol.ts',
]);

function parametersOf(text: Texts[string] = ''): string[] {
  const forms = typeof text === 'string' ? [text] : Object.values(text);
  return [...new Set(forms.flatMap((form) => form.match(/\{\w+\}/g) ?? []))].sort();
}

describe('the messages of errors', () => {
  it.each(catalogs)('are the same in $language, with the same parameters', ({ language, errors }) => {
    expect(Object.keys(errors)).toEqual(Object.keys(english));
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const [key, text] of Object.entries(errors)) {
      const known = parametersOf(english[key]);
      expect.soft([key, parametersOf(text).filter((name) => !known.includes(name))]).toEqual([key, []]);
      if (typeof text !== 'string')
        expect.soft([key, Object.keys(text).sort()]).toEqual([key, [...categories].sort()]);
    }
  });

  it('are all used', () => {
    const words = new Set(sources.flatMap(({ text }) => text.match(/(?<=')\w+(?=')/g) ?? []));
    expect(Object.keys(english).filter((key) => !words.has(key.replace('code.', '')))).toEqual([]);
    expect(Object.keys(english).length).toBeGreaterThan(250);
  });

  it('say what each code means', () => {
    const codes = Object.keys(english).filter((key) => key.startsWith('code.'));
    expect(codes).toEqual(
      Object.keys(ERRORS)
        .map((code) => `code.${code}`)
        .sort(),
    );
  });

  it('are given all their parameters', () => {
    const calls = sources.flatMap(({ path, text }) =>
      [
        ...text.matchAll(/\b(?:fault\(\s*[\w.'[\]]+,|message\()\s*'(\w+)',?\s*(\{[\s\S]*?\})?[,)\s]/g),
        ...text.matchAll(/\bconfigFault\(\s*'(\w+)',([^;]*);/g),
      ].map((call) => ({ path, call })),
    );
    expect(calls.length).toBeGreaterThan(250);
    for (const {
      path,
      call: [, key = '', given = ''],
    } of calls)
      for (const name of parametersOf(english[key]))
        expect.soft([path, key, given]).toEqual([path, key, expect.stringContaining(name.slice(1, -1))]);
  });

  it('come from the catalog', () => {
    const own = sources.filter(({ text }) => /\bnew HubError\(/.test(text)).map(({ path }) => path);
    expect(own.filter((path) => !WITH_OWN_MESSAGE.has(path))).toEqual([]);
    expect([...WITH_OWN_MESSAGE].filter((path) => !own.includes(path))).toEqual([]);
  });
});

test('a message holds what it is given as it stands', () => {
  expect(messageText('user_name_is_taken', { username: '"a {username} $1"' })).toBe(
    'The user name "a {username} $1" is taken',
  );
});

test('clients learn the key and the parameters of a message, or what Home Assistant calls it', () => {
  expect(translationOf(fault('invalid_format', 'too_many_failed_logins', { count: 7 }), true)).toEqual({
    domain: 'hearth',
    key: 'too_many_failed_logins',
    placeholders: { count: '7' },
  });
  const translation = { domain: 'scene', key: 'entity_not_scene' };
  expect(translationOf(fault('failed', 'unauthorized', {}, { translation }), false)).toBe(translation);
  expect(translationOf(new HubError('failed', 'words of a device'), true)).toBeUndefined();
});
