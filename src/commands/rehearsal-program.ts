import { getPriority, setPriority } from 'node:os';
import type { RehearsalAnswer } from '../backup/rehearsal.ts';
import { CatalogError } from '../core/errors.ts';
import { rehearseStart } from '../hub/rehearse.ts';
import { hearthVersion } from './version.ts';

const LOWER = 10;
const LOWEST = 19;

setPriority(0, Math.min(LOWEST, getPriority(0) + LOWER));
const [folder = '', isWithoutHistory] = process.argv.slice(2);
// The server may have been killed and cannot stop this process.
process.on('disconnect', () => process.exit());
// Ctrl+C in a terminal reaches both processes; the server stops this one.
process.on('SIGINT', () => {});

answer().then((found) => process.send?.(found, () => process.exit()));

async function answer(): Promise<RehearsalAnswer> {
  try {
    const version = await hearthVersion();
    const inventory = await rehearseStart(folder, { version, withHistory: isWithoutHistory !== 'true' });
    return { kind: 'found', inventory };
  } catch (error) {
    const reason = error instanceof CatalogError ? error.reason : undefined;
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error), reason };
  }
}
