import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What describes the packages: `packages.js` imports them for the integration. */
const FILES = ['package.json', 'package-lock.json', 'packages.js'];
const WITHIN = 600_000;
/** What nothing runs: types, source maps and copies for other module systems are most of a package. */
const UNUSED = /\.map$|\.d\.[cm]?ts$|[\\/]dist[\\/]cjs$|[\\/]node_modules[\\/]@[^\\/]+[\\/][^\\/]+[\\/]src$/;

/**
 * The packages of an integration that comes with Hearth but not with all it needs: exactly those of its lock file, whose
 * hashes npm checks. None of their scripts are run.
 */
export class OwnPackages {
  /** Where they are, with a name of its own for each lock file. */
  readonly folder: string;
  private readonly source: string;
  private fetching: Promise<void> | undefined;

  private constructor(source: string, parent: string, lock: Buffer) {
    this.source = source;
    const hash = createHash('sha256').update(lock).digest('hex').slice(0, 16);
    this.folder = join(parent, hash);
  }

  /** Those of an integration; undefined if it needs none. `parent` is where they are kept. */
  static of(source: string, parent: string): OwnPackages | undefined {
    const lock = join(source, 'package-lock.json');
    return existsSync(lock) ? new OwnPackages(source, parent, readFileSync(lock)) : undefined;
  }

  get areThere(): boolean {
    return existsSync(this.folder);
  }

  /** Downloads them; those of another version are removed afterwards. */
  fetch(): Promise<void> {
    this.fetching ??= this.download().finally(() => {
      this.fetching = undefined;
    });
    return this.fetching;
  }

  private async download(): Promise<void> {
    const parent = dirname(this.folder);
    const incoming = join(parent, '.new');
    await rm(incoming, { recursive: true, force: true });
    await mkdir(incoming, { recursive: true, mode: 0o700 });
    for (const name of FILES) await cp(join(this.source, name), join(incoming, name));
    await install(incoming);
    await prune(incoming);
    await rename(incoming, this.folder);
    for (const name of await readdir(parent))
      if (join(parent, name) !== this.folder) await rm(join(parent, name), { recursive: true, force: true });
  }
}

async function install(folder: string): Promise<void> {
  const PATH = [dirname(process.execPath), process.env.PATH ?? ''].join(delimiter);
  const flags = ['--ignore-scripts', '--omit=dev', '--omit=peer', '--no-audit', '--no-fund'];
  try {
    await run('npm', ['ci', ...flags, '--loglevel=error'], {
      ...{ cwd: folder, timeout: WITHIN, env: { ...process.env, PATH } },
    });
  } catch (error) {
    throw new Error(`Its packages cannot be downloaded: ${reasonOf(error)}`);
  }
}

function reasonOf(error: unknown): string {
  const { code, stderr = '', message } = error as NodeJS.ErrnoException & { readonly stderr?: string };
  if (code === 'ENOENT') return 'npm is not installed';
  const lines = stderr
    .split('\n')
    .flatMap((line) => /^npm (?:error|ERR!) (?!code)(.*\S)/.exec(line)?.[1] ?? []);
  return lines[0] ?? message;
}

async function prune(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (UNUSED.test(path)) await rm(path, { recursive: true, force: true });
    else if (entry.isDirectory()) await prune(path);
  }
}
