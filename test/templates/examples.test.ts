import { describe, expect, it } from 'vitest';
import { compile } from '../../src/jinja/template.ts';
import { parametersOf } from '../../src/jinja/values/call.ts';
import type { Callable } from '../../src/jinja/values/context.ts';
import {
  HOME_FILTERS,
  HOME_FUNCTIONS,
  HOME_TESTS,
  homeLanguage,
  quietHost,
} from '../../src/templates/language.ts';
import { templateHome } from '../support/template-home.ts';

const kinds: readonly (readonly [string, readonly Callable[]])[] = [
  ['filter', HOME_FILTERS],
  ['test', HOME_TESTS],
  ['function', HOME_FUNCTIONS],
];
const language = homeLanguage({ timeZone: () => 'Europe/Amsterdam' });
const host = quietHost(await templateHome());

describe.each(kinds)('each %s that reads the home', (_kind, entries) => {
  it.each(entries.map((entry) => [entry.name, entry] as const))(
    '%s does what its example says',
    (_name, entry) => {
      const [template, result] = entry.example;
      expect(compile(template, language).render({}, { host })).toBe(result);
      expect(template).toContain(entry.name);
      expect(entry.description).toMatch(/^[A-Z`].*\.$/s);
      expect(parametersOf(entry).names.every((name) => /^[a-z]\w*$/.test(name))).toBe(true);
    },
  );

  it('fails without a home', () => {
    for (const { name, example } of entries) {
      if (name === 'issues' || name === 'issue') continue;
      expect(() => compile(example[0], language).render(), name).toThrow(
        /is not supported in limited templates/,
      );
    }
  });
});
