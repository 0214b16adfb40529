import type { Path } from './config-problem.ts';
import { Fields, readBoolean } from './fields.ts';
import type { ParseHelp } from './parse-help.ts';

/**
 * Parses `enabled`: a boolean or a template; any other text counts as a template that is true. Throws
 * `ConfigProblem`.
 */
export function parseEnabled(given: unknown, path: Path, help: ParseHelp): boolean | string {
  const keys = new Fields({ enabled: given }, path, help);
  if (given === undefined) return true;
  if (typeof given !== 'string' || readBoolean(given) !== undefined) return keys.boolean('enabled', true);
  return keys.template('enabled');
}
