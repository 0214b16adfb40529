// Shared code of the client tests: packages outside the repository, counted facts, and the last line.
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepare } from '../build.js';

/**
 * Installs packages (name to version) in a folder, builds the server and lets `work` test facts with
 * `report(fact, problem)`; a fact without a problem holds, and `report.skip` names what cannot be tested here. The last
 * line counts.
 */
export async function prove({ cache, packages, flags = [] }, work) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const report = (fact, problem) => {
    if (problem === undefined) counts.passed++;
    else counts.failed++;
    console.log(problem === undefined ? `✓ ${fact}` : `✗ ${fact}: ${problem}`);
  };
  report.skip = (what) => {
    counts.skipped++;
    console.log(`- skipped: ${what}`);
  };
  try {
    install(cache, packages, flags);
    await prepare();
    await work(report);
  } catch (error) {
    report('the test runs', error instanceof Error ? error.stack : String(error));
  }
  console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  process.exitCode = counts.failed === 0 ? 0 : 1;
}

/** A folder that other users could have filled is rejected. */
function install(cache, packages, flags) {
  mkdirSync(cache, { recursive: true, mode: 0o755 });
  const { uid, mode } = lstatSync(cache);
  if (uid !== (process.getuid?.() ?? uid) || (mode & 0o022) !== 0)
    throw new Error(`${cache} can be written by others: remove it`);
  const wanted = Object.entries(packages);
  if (wanted.every(([name, version]) => installedVersion(cache, name) === version)) return;
  const names = wanted.map(([name, version]) => `${name}@${version}`);
  const args = ['install', ...flags, '--no-save', '--no-audit', '--no-fund', '--prefix', cache, ...names];
  const done = spawnSync('npm', args, { cwd: cache, stdio: ['ignore', 2, 2] });
  if (done.status !== 0) throw new Error(`npm could not install ${names.join(', ')}`);
}

function installedVersion(cache, name) {
  const file = join(cache, 'node_modules', name, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : undefined;
}
