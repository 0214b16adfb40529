// `node scripts/release.js VERSION`: step 4 of docs/releasing.md. Names the version in the changelog and the
// package files, commits and tags. Pushes nothing, and changes nothing if a precondition does not hold.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const UNRELEASED = '## Unreleased\n';

/** The numbers of a version. Throws if it is none. */
function numbersOf(version) {
  const found = /^(\d+)\.(\d+)\.(\d+)$/.exec(version ?? '');
  if (found === null) throw new Error(`${version ?? 'nothing'} is not a version such as 1.4.0`);
  return found.slice(1).map(Number);
}

/** The changelog with its unreleased part named. Throws if there is none, or if it is empty. */
export function namedChangelog(changelog, version, day) {
  const start = changelog.indexOf(UNRELEASED);
  if (start === -1) throw new Error('CHANGELOG.md has no part "Unreleased"');
  const rest = changelog.slice(start + UNRELEASED.length);
  const own = rest.split(/^## /m)[0];
  if (own.trim() === '') throw new Error('The part "Unreleased" of CHANGELOG.md is empty');
  return `${changelog.slice(0, start)}## ${version} (${day})\n${rest}`;
}

/** Makes the release in the Git checkout `root` on the day `day`, as in `2026-11-28`. */
export function release({ root, version, day }) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const read = (name) => readFileSync(join(root, name), 'utf8');
  const next = numbersOf(version);
  const current = JSON.parse(read('package.json')).version;
  const before = numbersOf(current);
  const at = next.findIndex((number, place) => number !== before[place]);
  if (at === -1 || next[at] < before[at]) throw new Error(`${version} is not newer than ${current}`);
  if (git('status', '--porcelain') !== '') throw new Error('There are uncommitted changes');
  if (git('rev-parse', '--abbrev-ref', 'HEAD') !== 'main')
    throw new Error('Releases are made from the branch main');
  if (git('tag', '--list', `v${version}`) !== '') throw new Error(`The tag v${version} exists`);
  const changelog = namedChangelog(read('CHANGELOG.md'), version, day);
  execFileSync('npm', ['version', '--no-git-tag-version', version], { cwd: root, stdio: 'ignore' });
  writeFileSync(join(root, 'CHANGELOG.md'), changelog);
  git('commit', '--quiet', '--all', '--message', `Release ${version}`);
  git('tag', '--annotate', `v${version}`, '--message', `Hearth ${version}`);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [version] = process.argv.slice(2);
  try {
    release({
      root: fileURLToPath(new URL('..', import.meta.url)),
      version,
      day: new Date().toISOString().slice(0, 10),
    });
    console.log(`Released ${version} in this checkout. To publish it: git push origin main v${version}`);
  } catch (error) {
    console.error(`release: ${error.message}`);
    process.exitCode = 1;
  }
}
