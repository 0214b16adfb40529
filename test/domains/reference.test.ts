import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { referencePages } from '../../scripts/domain-reference.js';
import { domains } from '../../src/domains/index.ts';

const folder = new URL('../../docs/reference/', import.meta.url);
const pages = referencePages(domains);

describe('the reference of the domains', () => {
  it('has a page for each, and no other', () => {
    expect(readdirSync(folder).sort()).toEqual(
      ['index.md', ...domains.map(({ name }) => `${name}.md`)].sort(),
    );
  });

  it.each([...pages.keys()])('is up to date: %s (else run node scripts/domain-reference.js)', (name) => {
    expect(readFileSync(new URL(name, folder), 'utf8')).toBe(pages.get(name));
  });

  it('names every attribute, service, field and feature', () => {
    for (const { name, attributes, features, services } of domains) {
      const page = pages.get(`${name}.md`) ?? '';
      const fields = services.flatMap((service) => Object.keys(service.fields));
      for (const key of [...Object.keys(attributes), ...Object.keys(features), ...fields])
        expect(page, name).toContain(`| \`${key}\` |`);
      for (const service of services) expect(page).toContain(`### \`${name}.${service.name}\``);
    }
  });
});
