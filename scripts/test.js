// `npm test`: everything. Installs what it needs, then checks, then every test.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runChecks } from './checks.js';
import { runAll } from './suite.js';

/** Programs that tests drive, and the Debian package each is in. */
const PROGRAMS = { chromium: 'chromium', mosquitto: 'mosquitto', mosquitto_pub: 'mosquitto-clients' };

installPrograms();
process.exitCode = await runAll({ failedChecks: await runChecks(), args: process.argv.slice(2) });

function installPrograms() {
  const missing = Object.keys(PROGRAMS).filter((program) => !isThere(program));
  if (missing.length === 0) return;
  const packages = [...new Set(missing.map((program) => PROGRAMS[program]))];
  if (process.getuid?.() === 0 && isThere('apt-get')) {
    console.error(`installing ${packages.join(', ')}`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update', '-qq'], { stdio: ['ignore', 2, 2], env });
    const install = ['install', '-y', '-qq', '--no-install-recommends', ...packages];
    spawnSync('apt-get', install, { stdio: ['ignore', 2, 2], env });
  }
  const still = missing.filter((program) => !isThere(program));
  if (still.length > 0) {
    const names = [...new Set(still.map((program) => PROGRAMS[program]))].join(' ');
    console.error(
      `${still.join(', ')} not found: the tests that need them fail. Install with: apt-get install ${names}`,
    );
  }
}

function isThere(program) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.some((folder) => folder !== '' && existsSync(join(folder, program)));
}
