import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

const TEXT = /\.(js|css|html|svg|json)$/;
const SMALLEST = 1024;
const WORST_GAIN = 0.9;

/** Lays a `.br` and a `.gz` beside each text file that gains by it, so that the server compresses nothing. */
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
          if (body.length < SMALLEST) continue;
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

let outDir = '';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/',
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // Inlined files would be data: addresses, which the Content-Security-Policy refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  plugins: [precompress()],
});
