import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { COMMANDS } from '../src/commands/index.ts';
import { SETTINGS } from '../src/config/settings.ts';
import type { SettingsBlock } from '../src/core/settings-block.ts';
import { readSources } from './support/source-rules.ts';

const root = new URL('..', import.meta.url).pathname;
const read = (name: string): string => readFileSync(join(root, name), 'utf8');

/** All pages of the project, relative to its root. */
function pages(folder = ''): string[] {
  const skipped = new Set(['node_modules', 'dist', 'coverage', 'data', 'results']);
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.') || skipped.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return pages(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

/** Links of a page to missing files and headings; external URLs are not checked. */
function brokenLinks(page: string, text: string, exists: (path: string) => boolean): string[] {
  const prose = text.replace(/```[\s\S]*?```|`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
    if (/^[a-z]+:/.test(target)) return [];
    const [file = '', heading] = target.split('#');
    const path = file === '' ? page : join(dirname(page), file);
    if (!exists(path)) return [`${page}: ${target}`];
    if (heading === undefined) return [];
    const source = path === page ? text : read(path);
    return headings(source).includes(heading) ? [] : [`${page}: ${target}`];
  });
}

function headings(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** The names in the first column of the tables of settings. */
function settingsIn(page: string): string[] {
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  return rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );
}

function settingPaths(block: SettingsBlock, under = ''): string[] {
  return Object.entries(block).flatMap(([key, item]) =>
    item instanceof z.ZodType ? [under + key] : settingPaths(item, `${under}${key}.`),
  );
}

describe('the README', () => {
  const readme = read('README.md');

  it('names the two commands a newcomer needs', () => {
    expect(readme).toContain('npm start');
    expect(readme).toContain('npm test');
  });

  it('names settings that exist, and the reference names all', () => {
    expect(settingsIn(readme)).toContain('http.port');
    expect(settingPaths(SETTINGS)).toEqual(expect.arrayContaining(settingsIn(readme)));
    expect(settingsIn(read('docs/interface/settings.md')).sort()).toEqual(settingPaths(SETTINGS).sort());
  });

  it('names each command', () => {
    for (const { words } of COMMANDS) expect(readme).toContain(`\`${words.join(' ')}\``);
  });
});

describe('the pages', () => {
  it('are found, and link to what is there', () => {
    const found = pages();
    expect(found).toContain('README.md');
    expect(found).toContain('docs/decisions/0001-few-dependencies.md');
    expect(
      found.flatMap((page) => brokenLinks(page, read(page), (path) => existsSync(join(root, path)))),
    ).toEqual([]);
  });

  it('would not hide a broken link', () => {
    const broken = (text: string): string[] => brokenLinks('docs/a.md', text, (path) => path === 'docs/a.md');
    expect(
      broken('# A heading\n[x](b.md) [y](../docs/a.md) [z](#a-heading) [web](https://example.org/x)'),
    ).toEqual(['docs/a.md: b.md']);
    expect(broken('[x](#nowhere)')).toEqual(['docs/a.md: #nowhere']);
    expect(broken('`[x](b.md)`')).toEqual([]);
  });

  it('keep CONTRIBUTING.md within 120 lines', () => {
    expect(read('CONTRIBUTING.md').split('\n').length).toBeLessThanOrEqual(121);
  });

  it('contain the license, word for word', () => {
    const digest = createHash('sha256').update(read('LICENSE')).digest('hex');
    expect(digest).toBe('c71d239df91726fc519c6eb72d318ec65820627232b2f796219e87dcf35d0ab4');
  });
});

describe('the decisions', () => {
  const names = readdirSync(join(root, 'docs/decisions')).sort();
  const texts = names.map((name) => read(`docs/decisions/${name}`));

  it('have a number and a page each, and name what is not allowed', () => {
    const numbers = names.map((name) => name.slice(0, 4));
    expect(new Set(numbers).size).toBe(names.length);
    for (const [index, text] of texts.entries()) {
      expect(text.split('\n').length).toBeLessThan(60);
      expect(text).toMatch(/^# \d+\. [\s\S]*\*\*Deci(?:ded|sion)\.\*\*[\s\S]*not allowed/i);
      expect(text.startsWith(`# ${Number(numbers[index])}. `)).toBe(true);
    }
  });

  it('name each package that runs', () => {
    const names = Object.keys(JSON.parse(read('package.json')).dependencies);
    const sources = readSources(root, 'src').map(({ text }) => text);
    const running = names.filter((name) => sources.some((text) => text.includes(` from '${name}'`)));
    expect(running.length).toBeGreaterThan(3);
    for (const name of running)
      expect(
        texts.some((text) => text.includes(`\`${name}\``)),
        name,
      ).toBe(true);
  });
});
