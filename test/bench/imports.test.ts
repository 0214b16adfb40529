import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const IMPORT = /import \{([^}]*)\} from '(?:\.\.?\/)+dist\/([^']*)\.js'/g;

/** What a program imports from the build although the sources do not export it. */
function missingIn(program: string): string[] {
  return [...program.matchAll(IMPORT)].flatMap(([, names = '', path = '']) => {
    const source = join(ROOT, 'src', `${path}.ts`);
    const text = existsSync(source) ? readFileSync(source, 'utf8') : '';
    return names
      .split(',')
      .map((name) => name.trim().split(' as ')[0] ?? '')
      .filter((name) => name !== '' && !new RegExp(`\\bexport [^\\n]*\\b${name}\\b`).test(text))
      .map((name) => `${path}: ${name}`);
  });
}

it('programs that run from the build import only what the sources export', () => {
  const programs = ['bench', 'scripts'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.js'))
      .map((name) => join(ROOT, folder, name)),
  );
  const texts = programs.map((path) => readFileSync(path, 'utf8'));
  expect(texts.join('\n').match(IMPORT)?.length).toBeGreaterThan(20);
  expect(texts.flatMap(missingIn)).toEqual([]);
});

it('an import of something that was renamed is found', () => {
  const program =
    "import { Bus, Coach } from '../../dist/core/bus.js';\nimport { a } from '../dist/core/b.js';\n";
  expect(missingIn(program)).toEqual(['core/bus: Coach', 'core/b: a']);
});
