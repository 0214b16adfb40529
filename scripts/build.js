// Installs and builds what is missing or outdated. Uses only Node's own modules, since it runs on a bare
// checkout.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
/** The folders and files of which the build is made. */
export const FOLDERS = ['src', 'web', 'locales', 'packages', 'integrations'];
export const FILES = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'scripts/build.js',
  'scripts/bundle.js',
  'scripts/bundle-integrations.js',
  'scripts/entry-points.js',
];

/** Prepares the checkout for running: packages installed, `dist/` built from the current sources. */
export async function prepare(root = ROOT) {
  if (isInstalled(root) && isBuilt(root)) return;
  const release = await takeLock(root);
  try {
    if (!isInstalled(root)) install(root);
    if (!isBuilt(root)) build(root);
  } finally {
    release();
  }
}

/** Whether `node_modules` matches the lock file. Compares timestamps first, then contents. */
export function isInstalled(root = ROOT) {
  const installed = join(root, 'node_modules', '.package-lock.json');
  const wanted = join(root, 'package-lock.json');
  if (!existsSync(installed)) return false;
  if (statSync(installed).mtimeMs >= statSync(wanted).mtimeMs) return true;
  const have = JSON.parse(readFileSync(installed, 'utf8')).packages;
  const want = Object.entries(JSON.parse(readFileSync(wanted, 'utf8')).packages);
  return want.every(
    ([path, { version, optional }]) => path === '' || optional || have[path]?.version === version,
  );
}

/** Whether `dist/` was built from the current sources. */
export function isBuilt(root = ROOT) {
  try {
    return readFileSync(join(root, 'dist', '.built'), 'utf8') === fingerprint(root);
  } catch {
    return false;
  }
}

function install(root) {
  if (lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Error(
      'node_modules is a link to a folder that lacks packages of package-lock.json: install them there',
    );
  }
  say('installing packages (npm ci)');
  run(root, 'npm', ['ci', '--no-audit', '--no-fund']);
}

function build(root) {
  const target = join(root, `dist.${process.pid}`);
  const old = join(root, `dist.old.${process.pid}`);
  const compiled = join(root, `dist.tsc.${process.pid}`);
  // Taken before compiling, so that a file saved during the build makes it stale.
  const built = fingerprint(root);
  sweep(root);
  say('building');
  try {
    run(root, process.execPath, [
      'node_modules/typescript/bin/tsc',
      '-p',
      'tsconfig.build.json',
      '--outDir',
      compiled,
    ]);
    // Beside `src` the compiler lays the catalog; the compiled modules find the one of the checkout.
    renameSync(join(compiled, 'src'), target);
    run(root, process.execPath, ['scripts/bundle.js', target]);
    if (existsSync(join(root, 'integrations', 'index.js')))
      run(root, process.execPath, ['scripts/bundle-integrations.js', target]);
    if (existsSync(join(root, 'web', 'vite.config.ts'))) {
      const vite = ['node_modules/vite/bin/vite.js', 'build', 'web', '--outDir', join(target, 'web')];
      // The build must not depend on the environment: a test's NODE_ENV would produce a development build.
      run(root, process.execPath, [...vite, '--emptyOutDir', '--logLevel', 'warn'], {
        NODE_ENV: 'production',
      });
    }
    mkdirSync(target, { recursive: true });
    writeFileSync(join(target, '.built'), built);
    if (existsSync(join(root, 'dist'))) renameSync(join(root, 'dist'), old);
    renameSync(target, join(root, 'dist'));
  } finally {
    for (const path of [target, compiled]) rmSync(path, { recursive: true, force: true });
    rmSync(old, { recursive: true, force: true });
  }
}

/** Removes the remains of killed builds; the lock is held, so no other build is running. */
function sweep(root) {
  for (const name of readdirSync(root)) {
    if (/^dist\.(old\.|tsc\.)?\d+$/.test(name)) rmSync(join(root, name), { recursive: true, force: true });
  }
}

function fingerprint(root) {
  const hash = createHash('sha256').update(process.versions.node.split('.')[0]);
  const add = (path) => {
    const stat = statSync(join(root, path), { throwIfNoEntry: false });
    if (stat !== undefined) hash.update(`${path}\0${stat.size}\0${stat.mtimeMs}\n`);
  };
  const walk = (folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (entry.name === 'node_modules') continue;
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) walk(path);
      else add(path);
    }
  };
  for (const folder of FOLDERS) if (existsSync(join(root, folder))) walk(folder);
  for (const file of FILES) add(file);
  return hash.digest('hex');
}

/** One process installs and builds while others wait. The lock of a dead process is taken over. */
async function takeLock(root) {
  const lock = join(root, 'dist.lock');
  const mine = join(root, `dist.lock.${process.pid}`);
  writeFileSync(mine, String(process.pid));
  try {
    for (let told = false; ; await wait(100)) {
      try {
        linkSync(mine, lock);
        return () => rmSync(lock, { force: true });
      } catch (error) {
        if (error.code !== 'EEXIST') throw error;
      }
      const holder = readHolder(lock);
      if (holder === undefined) continue;
      if (!isAlive(holder)) removeStale(lock, holder);
      else if (!told) {
        say(`waiting for the build of process ${holder}`);
        told = true;
      }
    }
  } finally {
    rmSync(mine, { force: true });
  }
}

function removeStale(lock, holder) {
  const aside = `${lock}.${process.pid}.stale`;
  try {
    renameSync(lock, aside);
    // Another process may have replaced the stale lock meanwhile: put a lock moved by mistake back.
    if (readHolder(aside) !== holder) linkSync(aside, lock);
    unlinkSync(aside);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  }
}

function readHolder(lock) {
  try {
    return Number(readFileSync(lock, 'utf8'));
  } catch {
    return undefined;
  }
}

function isAlive(pid) {
  if (!Number.isSafeInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Runs a program with its output on stderr, since stdout is for the command's own output. */
function run(root, program, args, env = {}) {
  const done = spawnSync(program, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, ...env },
  });
  if (done.error !== undefined) throw new Error(`${program} cannot be run: ${done.error.message}`);
  if (done.status !== 0) {
    throw new Error(`${program} ${args[0]} failed with ${done.signal ?? `exit code ${done.status}`}`);
  }
}

function say(message) {
  process.stderr.write(`hearth: ${message}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await prepare(process.argv[2]);
  } catch (error) {
    say(error.message);
    process.exitCode = 1;
  }
}
