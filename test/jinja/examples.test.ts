import { describe, expect, it } from 'vitest';
import { FILTERS, FUNCTIONS, TESTS } from '../../src/jinja/environment.ts';
import { METHODS } from '../../src/jinja/methods/members.ts';
import reference from '../../src/jinja/reference.json' with { type: 'json' };
import { compile } from '../../src/jinja/template.ts';
import { parametersOf } from '../../src/jinja/values/call.ts';
import type { Callable } from '../../src/jinja/values/context.ts';

const kinds: readonly (readonly [string, readonly Callable[]])[] = [
  ['filter', FILTERS],
  ['test', TESTS],
  ['function', FUNCTIONS],
  ...METHODS.map(([type, methods]) => [type, [...methods.values()]] as const),
];

describe.each(kinds)('each %s', (kind, entries) => {
  it.each(reference.filter(({ kinds }) => kinds.includes(kind)).map((entry) => [entry.name, entry] as const))(
    '%s does what its example says',
    (name, { description, example }) => {
      expect(compile(example.template).render()).toBe(example.result);
      // Comparisons are written by their sign as often as by their name.
      if (/^\w/.test(name)) expect(example.template).toContain(name);
      expect(description).toMatch(/^[A-Z`].*\.$/s);
    },
  );

  it('is in the reference, and nothing else', () => {
    const documented = reference.filter(({ kinds }) => kinds.includes(kind)).map(({ name }) => name);
    expect(documented.sort()).toEqual(entries.map(({ name }) => name).sort());
  });

  it('has a name of its own', () => {
    const names = entries.map(({ name }) => name);
    expect(new Set(names).size, kind).toBe(names.length);
  });

  it.each(entries.map((entry) => [entry.signature, entry] as const))('%s can be read', (signature, entry) => {
    expect(signature).toMatch(/^\w+\(.*\)$/);
    expect(parametersOf(entry).names.every((name) => /^[a-z]\w*$/i.test(name))).toBe(true);
  });
});
