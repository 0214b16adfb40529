import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { templateReference } from '../../scripts/template-reference.js';
import { FILTERS, FUNCTIONS, TESTS } from '../../src/jinja/environment.ts';
import { METHODS } from '../../src/jinja/methods/members.ts';
import { HOME_FILTERS, HOME_FUNCTIONS, HOME_TESTS } from '../../src/templates/language.ts';

describe('docs/templates.md', () => {
  it('is what `node scripts/template-reference.js` writes', () => {
    const page = templateReference({
      filters: [...FILTERS, ...HOME_FILTERS],
      tests: [...TESTS, ...HOME_TESTS],
      functions: [...FUNCTIONS, ...HOME_FUNCTIONS],
      methods: METHODS,
    });
    expect(readFileSync(new URL('../../docs/templates.md', import.meta.url), 'utf8')).toBe(page);
    for (const { signature } of [...FILTERS, ...HOME_FUNCTIONS])
      expect(page).toContain(signature.replaceAll('|', '\\|'));
  });
});
