import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, realpathSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Manifest } from './manifest.ts';
import type { OwnPackages } from './own-packages.ts';

/** An integration that is installed: with Hearth, or in the data folder. */
export interface Installed {
  readonly manifest: Manifest;
  /** The folder of its code. */
  readonly folder: string;
  /** The only folder it may write to. */
  readonly dataFolder: string;
  readonly isBuiltIn: boolean;
  /** The modules it needs beside its folder, such as the SDK. */
  readonly modules: string;
  /** The ID of this hub, as it is announced in the network. */
  readonly hubId: string;
  /** The packages that are downloaded for it. */
  readonly packages?: OwnPackages | undefined;
}

/** What starts a process: `dist/integrations/processes/runner.js`, also when the hub runs from its sources. */
const RUNNER = fileURLToPath(new URL('../../../dist/packages/runner/', import.meta.url));

/**
 * Has glibc return freed memory to the system. Without it, what compiling modules takes stays with an idle integration: a
 * third of its memory.
 */
const ALLOCATION = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '65536',
};

/**
 * Starts the process of an integration. It reads its own folder, writes to its own data folder and gets no
 * variables of the environment besides those named here. The third pipe carries the protocol.
 */
export function spawnIntegration({ manifest, ...place }: Installed): ChildProcess {
  mkdirSync(place.dataFolder, { recursive: true, mode: 0o700 });
  const [folder, dataFolder, runner] = [place.folder, place.dataFolder, RUNNER].map(realFolder);
  const { files, native, serial } = manifest.permissions;
  const packages = place.packages === undefined ? undefined : realFolder(place.packages.folder);
  const readable = [folder, dataFolder, runner, `${place.modules}/`, ...files];
  if (packages !== undefined) readable.push(packages);
  const main = pathToFileURL(`${folder}${manifest.main}`).href;
  return spawn(
    process.execPath,
    [
      permissionFlag('--permission') ? '--permission' : '--experimental-permission',
      ...readable.map((path) => `--allow-fs-read=${path}`),
      `--allow-fs-write=${dataFolder}`,
      ...(native || serial ? ['--allow-addons'] : []),
      // Newer releases of Node close the network as well.
      ...(permissionFlag('--allow-net') ? ['--allow-net'] : []),
      `--max-old-space-size=${manifest.limits.memory}`,
      '--max-semi-space-size=1',
      '--optimize-for-size',
      '--v8-pool-size=1',
      '--expose-gc',
      '--disable-proto=delete',
      '--no-warnings',
      `${runner}runner.js`,
      main,
      manifest.domain,
    ],
    {
      cwd: dataFolder,
      env: {
        ...{ ...environment(), ...ALLOCATION, HEARTH_ID: place.hubId },
        ...(packages === undefined ? {} : { HEARTH_PACKAGES: packages }),
      },
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    },
  );
}

function permissionFlag(name: string): boolean {
  return process.allowedNodeEnvironmentFlags.has(name);
}

function environment(): Record<string, string> {
  const { PATH, TZ, LANG } = process.env;
  return Object.fromEntries(
    Object.entries({ PATH, TZ, LANG }).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** The folder as the permission model compares it: without links, with a slash at the end. */
function realFolder(path: string): string {
  return `${realpathSync(path)}/`;
}
