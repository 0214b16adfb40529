import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import * as icons from '@mdi/js';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { catalogModules, isFirstTexts } from './catalog-plugin.ts';
import { USUAL_ICONS } from './parts/usual-icons.ts';

const iconSet = createRequire(import.meta.url)('@mdi/js/package.json') as { version: string };
const TEXT = /\.(js|css|html|svg|json)$/;
const MIN_BYTES = 1024;
const WORST_GAIN = 0.9;
const ICON_PATHS = new Map<string, unknown>(Object.entries(icons));
const ICON_IMPORT = /^import \{([^}]*)\} from '@mdi\/js';/m;

/**
 * Writes a `.br` and a `.gz` next to each text file that benefits, so that the server need not compress them.
 */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    enforce: 'post',
    closeBundle: {
      order: 'post',
      handler() {
        for (const entry of readdirSync(outDir, { withFileTypes: true, recursive: true })) {
          if (!entry.isFile() || !TEXT.test(entry.name)) continue;
          const file = join(entry.parentPath, entry.name);
          const body = readFileSync(file);
          if (body.length < MIN_BYTES) continue;
          const forms = {
            br: brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
            gz: gzipSync(body, { level: 9 }),
          };
          for (const [ending, bytes] of Object.entries(forms))
            if (bytes.length < body.length * WORST_GAIN) writeFileSync(`${file}.${ending}`, bytes);
        }
      },
    },
    configResolved(config) {
      outDir = join(config.root, config.build.outDir);
      if (config.build.outDir.startsWith('/')) outDir = config.build.outDir;
    },
  };
}

/** Writes the service worker with a build hash in it that changes with any file. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle(_, bundle) {
      const source = readFileSync(
        fileURLToPath(new URL('offline/service-worker.js', import.meta.url)),
        'utf8',
      );
      const names = Object.keys(bundle).sort().join(' ');
      const texts = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' && isFirstTexts(file.facadeModuleId) ? [`/${file.fileName}`] : [],
      );
      const build = createHash('sha256').update(names).digest('hex').slice(0, 12);
      this.emitFile({
        type: 'asset',
        fileName: 'service-worker.js',
        source: source.replace('hearth-BUILD', `hearth-${build}`).replace('hearth-TEXTS', texts.join(' ')),
      });
    },
  };
}

/**
 * Writes the paths of the imported icons into the modules that use them. As exports of one module, the icons of
 * all pages would be in one chunk, which the first page would load.
 */
function inlineIcons(): Plugin {
  return {
    name: 'inline-icons',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('.ts') || !ICON_IMPORT.test(code)) return undefined;
      const inlined = code.replace(ICON_IMPORT, (_, names: string) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '')
          .map((name) => `const ${name} = ${JSON.stringify(iconPath(name))};`)
          // Lines keep their numbers.
          .join(' ')
          .concat('\n'.repeat(names.split('\n').length - 1)),
      );
      return { code: inlined, map: null };
    },
  };
}

function iconPath(name: string): string {
  const path = ICON_PATHS.get(name);
  if (typeof path !== 'string') throw new Error(`Unknown icon ${name}`);
  return path;
}

/** Splits the icon set into pieces, so that loading an icon by name costs only one of them. */
function iconPieces(): Plugin {
  return {
    name: 'icon-pieces',
    apply: 'build',
    generateBundle() {
      const pieces = Array.from({ length: ICON_PIECES }, (): Record<string, string> => ({}));
      const usual: Record<string, string> = {};
      for (const [name, path] of Object.entries(icons)) {
        if (USUAL_ICONS.has(nameOf(name)) && typeof path === 'string') usual[name] = path;
        const piece = [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % ICON_PIECES;
        const drawings = pieces[piece];
        if (drawings !== undefined && typeof path === 'string') drawings[name] = path;
      }
      for (const [i, drawings] of pieces.entries())
        this.emitFile({
          type: 'asset',
          fileName: `${ICON_FOLDER}/${i}.json`,
          source: JSON.stringify(drawings),
        });
      this.emitFile({
        type: 'asset',
        fileName: `${ICON_FOLDER}/usual.json`,
        source: JSON.stringify(usual),
      });
      this.emitFile({
        type: 'asset',
        fileName: `${ICON_FOLDER}/names.json`,
        source: JSON.stringify(Object.keys(icons).map(nameOf).sort()),
      });
    },
  };
}

/** `mdiSofaOutline` is the icon `sofa-outline`; digits are words of their own, with a few exceptions. */
function nameOf(key: string): string {
  const words = key
    .slice('mdi'.length)
    .replace(/(?<=[a-z])(?=\d)|(?<=.)(?=[A-Z])/g, '-')
    .toLowerCase();
  if (words.startsWith('surround-sound-')) return words.replace(/(?<=\d)(?=\d)/g, '-');
  return words.replace(/^(language-(?:html|css))-/, '$1');
}

/**
 * Puts what a module always needs into one chunk. Otherwise each set of pages that share modules is a chunk of its own,
 * and a slow phone waits longer for thirty answers than for their bytes.
 */
function joined(name: string, root: string): Rolldown.CodeSplittingGroup {
  let needed: Set<string> | undefined;
  return {
    debugName: name,
    name: (id, graph) => {
      needed ??= reachable(fileURLToPath(new URL(root, import.meta.url)), (module) =>
        (graph.getModuleInfo(module)?.importedIds ?? []).filter((imported) => !STYLE.test(imported)),
      );
      return needed.has(id) ? name : null;
    },
  };
}

/** The modules that a module imports, directly or through others; without itself. */
function reachable(root: string, importsOf: (id: string) => readonly string[]): Set<string> {
  const found = new Set<string>();
  const open = [...importsOf(root)];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    open.push(...importsOf(id));
  }
  return found;
}

const STYLE = /\.css$/;
const ICON_PIECES = 256;
/** Files below `assets` are cached forever, so the version of the set is in the name. */
const ICON_FOLDER = `assets/icons-${iconSet.version}`;
let outDir = '';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/',
  define: { ICON_FOLDER: JSON.stringify(`/${ICON_FOLDER}`), ICON_PIECES },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // Inlined files would be data: URLs, which the Content-Security-Policy blocks.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [joined('app', 'main.ts'), joined('home', 'pages/home/home-page.ts')] },
      },
    },
  },
  plugins: [catalogModules(), inlineIcons(), iconPieces(), serviceWorker(), precompress()],
});
