import { createHash } from 'node:crypto';
import type { Config } from '../config/fields.ts';
import { toTagged } from './tagged.ts';

/** A short text that identifies the values of some keys of a configuration; computed on first use. */
export function fingerprint(config: Config, keys: readonly string[]): () => string {
  let made: string | undefined;
  return () => {
    if (made === undefined) {
      const part = keys.map((key) => (Object.hasOwn(config, key) ? config[key] : null));
      made = createHash('sha256').update(toTagged(part)).digest('base64url').slice(0, 16);
    }
    return made;
  };
}
