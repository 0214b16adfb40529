import { fault } from '../../core/errors.ts';

/**
 * Several times the size of the largest shared automations; validating and writing that many takes a few
 * event loop ticks.
 */
const MAX_VALUES = 20_000;
const MAX_CHARACTERS = 500_000;
/** A configuration that is only tested is validated in one event loop tick. */
export const MAX_TRIED = 5000;

/** Throws `too_large` for a configuration that would block other work while it is validated and written. */
export function requireItemSize(config: unknown, max = MAX_VALUES): void {
  let values = 0;
  let characters = 0;
  const waiting = [config];
  while (waiting.length > 0) {
    const value = waiting.pop();
    values += 1;
    if (typeof value === 'string') characters += value.length;
    else if (Array.isArray(value)) for (const item of value) waiting.push(item);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) {
        characters += key.length;
        waiting.push(item);
      }
    }
    if (values + waiting.length > max) throw fault('too_large', 'configuration_has_too_many_values', { max });
    if (characters > MAX_CHARACTERS)
      throw fault('too_large', 'configuration_too_long', { max: MAX_CHARACTERS });
  }
}
