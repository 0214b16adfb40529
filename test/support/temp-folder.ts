import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A new empty folder, removed when the running test ends, or at the given end. */
export function tempFolder(atEnd: (end: () => void) => void = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-test-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}
