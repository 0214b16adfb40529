// Generates docs/reference/ from the built domains: `node scripts/reference.js`. A test keeps the pages up to
// date.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const FOLDER = join(ROOT, 'docs', 'reference');

const { domains } = await import('../dist/domains/index.js');
const { referencePages } = await import('../dist/domains/reference.js');

mkdirSync(FOLDER, { recursive: true });
const pages = referencePages(domains);
for (const name of readdirSync(FOLDER)) if (!pages.has(name)) rmSync(join(FOLDER, name));
for (const [name, text] of pages) writeFileSync(join(FOLDER, name), text);
