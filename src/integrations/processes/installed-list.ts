import { createHash } from 'node:crypto';
import { cp, lstat, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { readManifest } from './catalog.ts';
import { type Manifest, Permissions } from './manifest.ts';

/** What was installed, and what its owner agreed to. */
const Pinned = z.object({
  version: z.string(),
  /** Where it came from: a folder, a file, or a package. */
  source: z.string(),
  integrity: z.string(),
  permissions: Permissions,
  added_at: z.string(),
});
export type Pinned = Readonly<z.infer<typeof Pinned>>;

const MAX_FILES = 20_000;
const MAX_BYTES = 200 * 1024 * 1024;
const LIST = 'installed.json';

/** The integrations that were added to a data folder, with their versions and hashes. */
export class InstalledList {
  private readonly folder: string;

  constructor(dataDir: string) {
    this.folder = join(dataDir, 'integrations');
  }

  async read(): Promise<ReadonlyMap<string, Pinned>> {
    const text = await readFile(join(this.folder, LIST), 'utf8').catch(() => '{}');
    return new Map(Object.entries(z.record(z.string(), Pinned).parse(JSON.parse(text))));
  }

  /** Copies a folder into the data folder and pins it; what was there before is replaced as a whole. */
  async install(
    from: string,
    { source, at }: { readonly source: string; readonly at: string },
  ): Promise<Pinned> {
    const manifest = readManifest(from);
    const { domain, version, permissions } = manifest;
    const incoming = join(this.folder, `.new-${domain}`);
    await rm(incoming, { recursive: true, force: true });
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await requirePlain(from);
    await cp(from, incoming, { recursive: true });
    const pinned = { version, source, integrity: await integrityOf(incoming), permissions, added_at: at };
    const target = join(this.folder, domain);
    await rm(target, { recursive: true, force: true });
    await rename(incoming, target);
    await this.save(new Map([...(await this.read()), [domain, pinned]]));
    return pinned;
  }

  /** Removes the code of an integration; its entries and entities stay. Returns whether it was there. */
  async remove(domain: string): Promise<boolean> {
    const all = new Map(await this.read());
    if (!all.delete(domain)) return false;
    await rm(join(this.folder, domain), { recursive: true, force: true });
    await this.save(all);
    return true;
  }

  /** The domains of those whose files are no longer what their owner agreed to. */
  async changed(): Promise<ReadonlySet<string>> {
    const changed = new Set<string>();
    for (const [domain, { integrity }] of await this.read())
      if ((await integrityOf(join(this.folder, domain)).catch(() => '')) !== integrity) changed.add(domain);
    return changed;
  }

  private async save(all: ReadonlyMap<string, Pinned>): Promise<void> {
    const file = join(this.folder, LIST);
    await writeFile(`${file}.new`, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`, { mode: 0o600 });
    await rename(`${file}.new`, file);
  }
}

/** What a new version asks for beyond what was agreed to. */
export function addedPermissions(before: Permissions, { permissions: now }: Manifest): string[] {
  const added: string[] = [];
  if (JSON.stringify(before.network) !== JSON.stringify(now.network) && now.network !== 'lan')
    added.push(`network: ${JSON.stringify(now.network)}`);
  for (const key of ['serial', 'native'] as const) if (now[key] && !before[key]) added.push(key);
  for (const key of ['states', 'services'] as const)
    if (now.home[key] !== undefined && before.home[key] === undefined) added.push(`home: ${key}`);
  for (const key of ['files', 'programs'] as const)
    for (const one of now[key]) if (!before[key].includes(one)) added.push(`${key}: ${one}`);
  return added;
}

/** The permissions that reach beyond an integration's own folder and the network. */
export function farPermissions({
  permissions: { files, programs, native, serial, home },
}: Manifest): string[] {
  return [
    ...files.map((one) => `read ${one}`),
    ...programs.map((one) => `start ${one}`),
    ...(home.states === undefined ? [] : ['read states of other entities, unless an entry forbids it']),
    ...(home.services === undefined ? [] : ['call services, where an entry allows it']),
    ...(native ? ['load native modules, which can do anything'] : []),
    ...(serial ? ['use serial ports through native modules, which can do anything'] : []),
  ];
}

/** Throws for a folder with links, special files, or too much in it. */
async function requirePlain(folder: string): Promise<void> {
  let [files, bytes] = [0, 0];
  for await (const path of filesIn(folder)) {
    const stat = await lstat(path);
    if (!stat.isFile()) throw new Error(`${relative(folder, path)} is not a plain file`);
    files += 1;
    bytes += stat.size;
    if (files > MAX_FILES || bytes > MAX_BYTES)
      throw new Error(`It has more than ${MAX_FILES} files or ${MAX_BYTES / 1024 / 1024} MB`);
  }
}

/** A hash over all files and their paths. */
export async function integrityOf(folder: string): Promise<string> {
  const hash = createHash('sha512');
  for await (const path of filesIn(folder)) {
    const content = createHash('sha512')
      .update(await readFile(path))
      .digest('hex');
    hash.update(`${relative(folder, path)}\0${content}\n`);
  }
  return `sha512-${hash.digest('base64')}`;
}

async function* filesIn(folder: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesIn(path);
    else yield path;
  }
}
