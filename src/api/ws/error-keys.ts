import type { Connection } from './command.ts';

/** A verdict or trace step with the translation of its `error` only for clients that want the keys of errors. */
export function withErrorKeys(connection: Connection, shown: object): object {
  if (connection.errorKeys || !('error_translation' in shown)) return shown;
  const { error_translation: _, ...rest } = shown;
  return rest;
}
