import type { Path } from './config-problem.ts';
import { Fields, readBoolean } from './fields.ts';
import type { ParseHelp } from './trigger.ts';

/** Reads `enabled`: yes, no, or a template that says so; a text that is neither is one, and says yes. Throws `ConfigProblem`. */
export function parseEnabled(given: unknown, path: Path, help: ParseHelp): boolean | string {
  const keys = new Fields({ enabled: given }, path, help);
  if (given === undefined) return true;
  if (typeof given !== 'string' || readBoolean(given) !== undefined) return keys.boolean('enabled', true);
  return keys.template('enabled');
}
