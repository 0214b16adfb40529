import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { letterTable } from '../../scripts/letter-table.js';
import differences from '../../src/core/home-assistant-sounds.json' with { type: 'json' };
import { slugify } from '../../src/core/slug.ts';

interface Row {
  readonly text: string;
  readonly slug: string;
}

it('the table of sounds is what its script makes of the package', () => {
  expect(readFileSync('src/core/letter-table.json', 'utf8')).toBe(letterTable());
});

it('the slugs are those that were observed with the libraries of Home Assistant', () => {
  const lines = readFileSync('test/golden/slugs.jsonl', 'utf8').trim().split('\n');
  expect(lines.length).toBeGreaterThan(500);
  const rows = lines.map((line) => JSON.parse(line) as Row);
  expect(rows.filter(({ text, slug }) => slugify(text) !== slug)).toEqual([]);
});

it('every difference from the table says where it was observed, and is one', () => {
  for (const { source, sounds } of differences) {
    expect(source).toMatch(/^Asked on \d{4}-\d\d-\d\d of/);
    for (const entry of Object.values(sounds).flatMap((lines) => lines.join(' ').split(' ')))
      expect(entry).toMatch(/^[\da-f]{2,4}(?:-[\da-f]{2,4})?=(?:-|[a-z\d_]+)$/);
  }
});
