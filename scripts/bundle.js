// Bundles the compiled server with its packages into few files, so that a start reads dozens of files instead
// of a thousand. The bundles replace the compiled entry points; the other compiled modules stay for scripts
// and tests.
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { build } from 'vite';
import { ENTRY_POINTS } from './entry-points.js';

const target = resolve(process.argv[2] ?? 'dist');
/** Packages with native binaries are loaded from node_modules. */
const NATIVE = ['libsql', '@node-rs/argon2'];
const CHUNKS = 'joined';

/** Modules locate files relative to themselves, which bundling would change. */
const places = {
  name: 'places',
  transform(code, id) {
    const place = relative(target, id).split(sep).join('/');
    if (place.startsWith('..') || isAbsolute(place) || id.includes('\0')) return;
    return code.replaceAll('import.meta.url', `new URL('../${place}', import.meta.url).href`);
  },
};

/** Sources stay in memory while the program runs, and one character beyond Latin-1 doubles their size. */
const ascii = {
  name: 'ascii',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk') file.code = file.code.replace(/[^\0-\x7f]/g, escaped);
    },
  },
};

const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

await build({
  configFile: false,
  root: join(import.meta.dirname, '..'),
  logLevel: 'warn',
  publicDir: false,
  plugins: [places, ascii],
  ssr: { noExternal: true, external: NATIVE, target: 'node' },
  build: {
    ssr: true,
    target: 'node20',
    emptyOutDir: false,
    outDir: target,
    rolldownOptions: {
      input: Object.fromEntries(ENTRY_POINTS.map((name) => [name, join(target, `${name}.js`)])),
      output: {
        // Comments, whitespace and local names are removed, a fifth of what each start reads. Functions and
        // classes keep their names, so that stack traces in the log match the sources.
        minify: { compress: false, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
        entryFileNames: '[name].js',
        chunkFileNames: `${CHUNKS}/[name]-[hash].js`,
      },
    },
  },
});
