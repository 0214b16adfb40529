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
import reference from '../../src/templates/reference.json' with { type: 'json' };
import { templateHome } from '../support/template-home.ts';

const kinds: readonly (readonly [string, readonly Callable[]])[] = [
  ['filter', HOME_FILTERS],
  ['test', HOME_TESTS],
  ['function', HOME_FUNCTIONS],
];
const language = homeLanguage({ timeZone: () => 'Europe/Amsterdam' });
const host = quietHost(await templateHome());

describe.each(kinds)('each %s that reads the home', (kind, entries) => {
  const documented = reference.filter(({ kinds }) => kinds.includes(kind));

  it.each(documented.map((entry) => [entry.name, entry] as const))(
    '%s does what its example says',
    (name, { description, example }) => {
      expect(compile(example.template, language).render({}, { host })).toBe(example.result);
      expect(example.template).toContain(name);
      expect(description).toMatch(/^[A-Z`].*\.$/s);
    },
  );

  it('is in the reference, and nothing else', () => {
    expect(documented.map(({ name }) => name).sort()).toEqual(entries.map(({ name }) => name).sort());
    for (const entry of entries)
      expect(parametersOf(entry).names.every((name) => /^[a-z]\w*$/.test(name))).toBe(true);
  });

  it('fails where there is no home to ask', () => {
    for (const { name, example } of documented) {
      if (name === 'issues' || name === 'issue') continue;
      expect(() => compile(example.template, language).render(), name).toThrow(
        /is not supported in limited templates/,
      );
    }
  });
});
