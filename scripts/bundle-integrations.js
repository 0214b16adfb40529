// Builds the SDK, the program that runs an integration, and the integrations that come with Hearth. In `dist/packages`
// they lie as in a data folder: one folder each, with the SDK beside them.
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { INTEGRATIONS } from '../integrations/index.js';

const ROOT = join(import.meta.dirname, '..');
const SDK = join(ROOT, 'packages', 'hearth-integration');
const target = join(resolve(process.argv[2] ?? 'dist'), 'packages');

/** The translations of zod's own messages, which no integration shows, are a third of it. */
const noTranslations = {
  name: 'no-translations',
  load(id) {
    if (/[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/.test(id))
      return "export { default as en } from './en.js';";
  },
};

/** Bundles modules with all they import. */
async function bundle(input, folder) {
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    publicDir: false,
    plugins: [noTranslations],
    resolve: { alias: { 'hearth-integration': join(SDK, 'src', 'index.ts') } },
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: true,
      target: 'node20',
      emptyOutDir: false,
      outDir: folder,
      rolldownOptions: {
        input,
        output: {
          minify: { compress: false, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
          entryFileNames: '[name].js',
          // Where every integration may read.
          chunkFileNames: 'runner/shared/[name]-[hash].js',
        },
      },
    },
  });
}

const sdk = join(target, 'integrations', 'node_modules', 'hearth-integration');
await bundle({ index: join(SDK, 'src', 'index.ts') }, sdk);
for (const name of ['package.json', 'README.md']) cpSync(join(SDK, name), join(sdk, name));

const mains = INTEGRATIONS.map((name) => [
  `integrations/${name}/main`,
  join(ROOT, 'integrations', name, 'main.ts'),
]);
await bundle({ 'runner/runner': join(SDK, 'src', 'runner.ts'), ...Object.fromEntries(mains) }, target);
// A single other character makes V8 keep the whole text of a module in two bytes per character.
for (const name of readdirSync(target, { recursive: true }).filter((one) => one.endsWith('.js'))) {
  const text = readFileSync(join(target, name), 'utf8');
  const escaped = text.replace(
    /[^\0-\x7f]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  if (escaped !== text) writeFileSync(join(target, name), escaped);
}
writeFileSync(join(target, 'package.json'), '{ "type": "module" }\n');
for (const name of INTEGRATIONS)
  for (const part of ['manifest.json', 'locales', 'package.json', 'package-lock.json', 'packages.js']) {
    const source = join(ROOT, 'integrations', name, part);
    if (existsSync(source)) cpSync(source, join(target, 'integrations', name, part), { recursive: true });
  }
for (const name of INTEGRATIONS) {
  const { domain } = JSON.parse(readFileSync(join(ROOT, 'integrations', name, 'manifest.json'), 'utf8'));
  if (domain !== name) throw new Error(`integrations/${name}/manifest.json names the domain ${domain}`);
}
