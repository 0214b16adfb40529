import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Style sheets loaded with the pages that need them, in any order, and never unloaded. */
const LATE = ['home', 'controls', 'dials', 'inner', 'energy', 'logbook', 'search', 'statistics'];

/** The selectors of a sheet outside of conditions, one by one. */
function selectorsOf(sheet: string): string[] {
  const text = readFileSync(`web/styles/${sheet}.css`, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  return [...text.matchAll(/(?:^|\}|\{)\s*([^{}@]+)\{/g)]
    .flatMap(([, selectors = '']) => selectors.split(','))
    .map((one) => one.trim());
}

it('a page looks the same whichever page was open before: no two lazy style sheets style the same selector', () => {
  const speakers = new Map<string, Set<string>>();
  for (const sheet of LATE)
    for (const selector of selectorsOf(sheet))
      speakers.set(selector, (speakers.get(selector) ?? new Set()).add(sheet));
  expect(speakers.size).toBeGreaterThan(100);
  const shared = [...speakers].filter(([, sheets]) => sheets.size > 1).map(([selector]) => selector);
  expect(shared).toEqual([]);
});
