// Installs the programs that tests need. Uses only Node's own modules.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

const POSTGRES = '/usr/lib/postgresql';

/** The programs that `npm test` needs, with the Debian package of each. */
export const TEST_PROGRAMS = {
  certutil: 'libnss3-tools',
  chromium: 'chromium',
  mosquitto: 'mosquitto',
  mosquitto_pub: 'mosquitto-clients',
};

/** The programs with which tests start PostgreSQL; without them these tests are skipped. */
export const POSTGRES_PROGRAMS = { initdb: 'postgresql', postgres: 'postgresql', openssl: 'openssl' };

/** The ACME and name servers with which tests order certificates; without them these tests are skipped. */
export const ACME_PROGRAMS = { pebble: 'pebble', 'pebble-challtestsrv': 'pebble', knotd: 'knot' };

/** The WebDAV server on which tests store backups; without it these tests are skipped. */
export const STORAGE_PROGRAMS = { rclone: 'rclone' };

/** Debian's packages would start a server of their own otherwise. */
const CREATE_CLUSTER = '/etc/postgresql-common/createcluster.conf';

/** Installs the missing `programs` (program to package) if possible, and names those still missing. */
export function installPrograms(programs) {
  const missing = Object.keys(programs).filter((program) => !isInstalled(program));
  if (missing.length === 0) return;
  const packages = [...new Set(missing.map((program) => programs[program]))];
  if (process.getuid?.() === 0 && isInstalled('apt-get')) {
    console.error(`installing ${packages.join(', ')}`);
    if (packages.includes('postgresql') && !existsSync(CREATE_CLUSTER)) {
      mkdirSync(dirname(CREATE_CLUSTER), { recursive: true });
      writeFileSync(CREATE_CLUSTER, 'create_main_cluster = false\n');
    }
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update', '-qq'], { stdio: ['ignore', 2, 2], env });
    const install = ['install', '-y', '-qq', '--no-install-recommends', ...packages];
    spawnSync('apt-get', install, { stdio: ['ignore', 2, 2], env });
  }
  const still = missing.filter((program) => !isInstalled(program));
  if (still.length > 0) {
    const names = [...new Set(still.map((program) => programs[program]))].join(' ');
    console.error(
      `${still.join(', ')} not found: the tests that need them fail, or are skipped (PostgreSQL). Install with: apt-get install ${names}`,
    );
  }
}

/** Whether a program is on the path, or where Debian installs servers. */
export function isInstalled(program) {
  return programPath(program) !== undefined;
}

/** Where a program is: on the path, or where Debian installs servers. */
export function programPath(program) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return [...folders, ...postgresFolders()]
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, program))
    .find((path) => existsSync(path));
}

/** Debian keeps the programs of each version of PostgreSQL in a folder of their own; the newest comes first. */
function postgresFolders() {
  const versions = existsSync(POSTGRES) ? readdirSync(POSTGRES) : [];
  return versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(POSTGRES, version, 'bin'));
}
