import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ENTRY_POINTS } from '../../scripts/entry-points.js';
import { tempFolder } from './temp-folder.ts';

const ROOT = new URL('../..', import.meta.url).pathname;

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/**
 * The entry points of a build and a module they share: the minimum for `scripts/build.js` and `bin/hearth`.
 */
const SOURCES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(ENTRY_POINTS.map((name) => [`${name}.ts`, `export const name = '${name}';\n`])),
  'core/log.ts': "export const print = (text: string): boolean => process.stdout.write(text + '\\n');\n",
  'main.ts': `import { print } from './core/log.ts';

export function run(args: readonly string[]): void {
  if (args[0] === 'version') print('${version}');
}
`,
};

/** An unbuilt checkout, with this one's build scripts and packages and a few files of its own. */
export function smallCheckout(): string {
  const folder = tempFolder();
  const own = ['bin', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];
  for (const name of own) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  for (const [name, text] of Object.entries(SOURCES)) {
    const file = join(folder, 'src', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}
