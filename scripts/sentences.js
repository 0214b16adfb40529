// Refreshes `sentences/`: the English and German sentences of Home Assistant's intents, from PyPI. The texts are
// those of the package; only their white space differs. Needs python3 with pip.
//   node scripts/sentences.js [version]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PACKAGE = 'home-assistant-intents';
const VERSION = process.argv[2] ?? '2026.10.27';
const LANGUAGES = ['en', 'de'];
const TARGET = new URL('../sentences/', import.meta.url).pathname;

const folder = mkdtempSync(join(tmpdir(), 'sentences-'));
try {
  run('-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', folder, `${PACKAGE}==${VERSION}`);
  const wheel = readdirSync(folder).find((name) => name.endsWith('.whl'));
  if (wheel === undefined) throw new Error(`pip downloaded no wheel of ${PACKAGE} ${VERSION}`);
  run('-m', 'zipfile', '-e', join(folder, wheel), folder);
  for (const language of LANGUAGES) {
    const data = JSON.parse(
      readFileSync(join(folder, 'home_assistant_intents/data', `${language}.json`), 'utf8'),
    );
    writeFileSync(join(TARGET, `${language}.json`), `${JSON.stringify(data, null, 1)}\n`);
  }
  const licenses = join(folder, `home_assistant_intents-${VERSION}.dist-info/licenses`);
  writeFileSync(join(TARGET, 'LICENSE.md'), readFileSync(join(licenses, 'LICENSE.md')));
  const source = {
    package: PACKAGE,
    version: VERSION,
    url: `https://pypi.org/project/${PACKAGE}/${VERSION}/`,
  };
  const facts = { ...source, license: 'Apache-2.0', changes: 'Only two languages; white space.' };
  writeFileSync(join(TARGET, 'source.json'), `${JSON.stringify(facts, null, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function run(...parameters) {
  const { status } = spawnSync('python3', parameters, { stdio: 'inherit' });
  if (status !== 0) throw new Error(`python3 ${parameters.join(' ')} failed`);
}
