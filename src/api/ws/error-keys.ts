import type { Connection } from './command.ts';

/**
 * A result or trace step; the translation of its `error` is only for clients that ask for the keys of errors.
 */
export function withErrorKeys(connection: Connection, shown: object): object {
  if (connection.errorKeys || !('error_translation' in shown)) return shown;
  const { error_translation: _, ...rest } = shown;
  return rest;
}
