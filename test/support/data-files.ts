import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tempFolder } from './temp-folder.ts';

/** A data folder with these files, by relative path. */
export function dataFiles(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(tempFolder());
  writeFiles(folder, files);
  return folder;
}

/** Writes files to a folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}
