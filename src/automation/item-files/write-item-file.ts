import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { replaceFile } from '../../storage/atomic-file.ts';
import type { Plan } from './edit-plan.ts';

/** Writes a planned change to its file; false if the file has changed since it was read. */
export async function writeItemFile({ file, expected, text }: Plan): Promise<boolean> {
  if (text !== null) {
    if (expected === null) await mkdir(dirname(file.path), { recursive: true, mode: 0o700 });
    return replaceFile(file.path, expected, text);
  }
  // Rewritten before it is deleted, so that a last-moment change is not lost.
  if (!(await replaceFile(file.path, expected, ''))) return false;
  await rm(file.path);
  return true;
}
