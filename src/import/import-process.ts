import { fork } from 'node:child_process';
import { fault } from '../core/errors.ts';
import type { ReportEntry } from './report.ts';

/** A backup of Home Assistant to read. */
export interface ReadRequest {
  readonly file: string;
  /** Opens an encrypted one. */
  readonly key: string | undefined;
  /** The folder that it is unpacked into, which must not exist; the path of what was unpacked is in the answer. */
  readonly target: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A token of a user, as the owner chooses what to import. */
export interface ImportedToken {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  /** In milliseconds since 1970; null if it was never used. */
  readonly last_used_at: number | null;
}

/** A user of the other installation with their tokens. */
export interface ImportedPerson {
  readonly id: string;
  readonly name: string;
  readonly is_owner: boolean;
  readonly is_admin: boolean;
  readonly tokens: readonly ImportedToken[];
}

/** An item that people know by its name. */
export interface NamedItem {
  readonly collection: string;
  readonly id: string;
  readonly name: string;
}

/** What was found in a backup. */
export interface ReadAnswer {
  readonly kind: 'read';
  /** The unpacked configuration folder. */
  readonly folder: string;
  readonly entries: readonly ReportEntry[];
  readonly people: readonly ImportedPerson[];
  readonly named: readonly NamedItem[];
  readonly hasHistory: boolean;
}

export type ImportAnswer =
  | ReadAnswer
  | { readonly kind: 'failed'; readonly message: string; readonly isKeyMissing: boolean };

/** Loaded from the build even when this file runs from `src`, as in tests. */
const PROGRAM = import.meta.url.endsWith('.ts')
  ? new URL('../../dist/commands/import-program.js', import.meta.url)
  : new URL('../commands/import-program.js', import.meta.url);

/**
 * Unpacks a backup of Home Assistant and reads it in a process of lower priority, which takes seconds. Rejects with
 * `invalid_info` if the key is missing, otherwise with `failed`.
 */
export function readInProcess(request: ReadRequest, signal: AbortSignal): Promise<ReadAnswer> {
  return new Promise((resolve, reject) => {
    const child = fork(PROGRAM, {
      execArgv: [],
      env: { PATH: process.env.PATH },
      stdio: 'ignore',
      serialization: 'advanced',
      signal,
    });
    child.on('message', (answer: ImportAnswer) => {
      if (answer.kind === 'read') resolve(answer);
      else if (answer.isKeyMissing) reject(fault('invalid_info', 'import_key_needed'));
      else reject(fault('failed', 'import_failed', { reason: answer.message.slice(0, 500) }));
    });
    child.on('error', reject);
    child.once('exit', (code) => reject(fault('failed', 'import_failed', { reason: `exit code ${code}` })));
    // If sending fails, the process has exited, which rejects.
    child.send(request, () => {});
  });
}
