import { readdirSync, rmSync } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupMetadata } from './archive/metadata.ts';

/** A backup at a location. */
export interface StoredBackup {
  readonly metadata: BackupMetadata;
  /** The path of the file. */
  readonly file: string;
  readonly bytes: number;
}

const ARCHIVE = /\.tar$/;
/** What is being written or tried out: a crash leaves it, the next start removes it. */
const UNFINISHED = /^\.[0-9a-f]{8}\.(part|settings\.part|rehearsal|download)$/;

/** The name of the file of a backup. */
export function archiveName({ slug, date, hearth }: BackupMetadata): string {
  return `hearth-${date.slice(0, 10)}-${hearth.automatic ? 'automatic' : 'manual'}-${slug}.tar`;
}

/** The backups in a folder of this machine. */
export class LocalBackups {
  readonly folder: string;
  private readonly known = new Map<string, { readonly key: string; readonly backup: StoredBackup | null }>();

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Removes what a crash left. */
  tidy(): void {
    try {
      for (const name of readdirSync(this.folder))
        if (UNFINISHED.test(name)) rmSync(join(this.folder, name), { recursive: true, force: true });
    } catch {
      // The folder does not exist yet.
    }
  }

  /** All backups, newest first; other files are ignored. */
  async list(): Promise<StoredBackup[]> {
    const names = await readdir(this.folder).catch((): string[] => []);
    const found: StoredBackup[] = [];
    for (const name of names.filter((one) => ARCHIVE.test(one) && !one.startsWith('.'))) {
      const backup = await this.read(name);
      if (backup !== null) found.push(backup);
    }
    for (const name of this.known.keys()) if (!names.includes(name)) this.known.delete(name);
    return found.sort((a, b) => (a.metadata.date < b.metadata.date ? 1 : -1));
  }

  /** The backup with an ID. */
  async find(slug: string): Promise<StoredBackup | undefined> {
    return (await this.list()).find(({ metadata }) => metadata.slug === slug);
  }

  /** Where a file with an ID is put while it is not complete. */
  async unfinished(slug: string, kind: 'part' | 'rehearsal' | 'download'): Promise<string> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    return join(this.folder, `.${slug}.${kind}`);
  }

  /** Moves a verified file from elsewhere on this machine here. */
  async receive(file: string, metadata: BackupMetadata): Promise<void> {
    const part = await this.unfinished(metadata.slug, 'part');
    try {
      await rename(file, part).catch(async (error: NodeJS.ErrnoException) => {
        // This folder may be on another disk.
        if (error.code !== 'EXDEV') throw error;
        await copyFile(file, part);
      });
      await this.keep(part, metadata);
    } finally {
      await rm(part, { force: true });
    }
  }

  /** Gives a complete file its name. Resolves to its path. */
  async keep(part: string, metadata: BackupMetadata): Promise<string> {
    const file = join(this.folder, archiveName(metadata));
    await rename(part, file);
    const handle = await open(this.folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    return file;
  }

  /** Deletes a backup; resolves to whether there was one. */
  async remove(slug: string): Promise<boolean> {
    const found = await this.find(slug);
    if (found !== undefined) await rm(found.file, { force: true });
    return found !== undefined;
  }

  private async read(name: string): Promise<StoredBackup | null> {
    const file = join(this.folder, name);
    try {
      const { size, mtimeMs } = await stat(file);
      const key = `${size} ${mtimeMs}`;
      const known = this.known.get(name);
      if (known?.key === key) return known.backup;
      const { openArchive } = await import('./archive/read-archive.ts');
      const backup = await openArchive(file).then(
        ({ metadata, bytes }) => ({ metadata, file, bytes }),
        () => null,
      );
      this.known.set(name, { key, backup });
      return backup;
    } catch {
      return null;
    }
  }
}
