// Packages from PyPI, each in a virtual environment of its own.
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Installs the first of some versions that this Python accepts, if none is installed yet. Returns the version and the
 * folder with the programs; undefined if none can be installed. `also` are packages that it needs but does not name.
 */
export function installPython(folder, name, versions, { also = [] } = {}) {
  const note = (version) => join(folder, `version-${version}`);
  const programs = join(folder, 'bin');
  const known = versions.find((version) => existsSync(note(version)));
  if (known !== undefined) return { version: known, programs };
  const run = (command, args, stderr) =>
    spawnSync(command, args, { stdio: ['ignore', 2, stderr] }).status === 0;
  for (const version of versions) {
    if (!run('python3', ['-m', 'venv', '--clear', folder], 2)) return undefined;
    // A newer version that this Python refuses is no error.
    const stderr = version === versions.at(-1) ? 2 : 'ignore';
    if (!run(join(programs, 'pip'), ['install', '--quiet', `${name}==${version}`, ...also], stderr)) continue;
    writeFileSync(note(version), '');
    return { version, programs };
  }
  return undefined;
}
