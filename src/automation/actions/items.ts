import { type Path, wrongValue } from '../config/config-problem.ts';
import { type Config, isConfig } from '../config/fields.ts';

/** An item of a list with its path. */
export interface Item {
  readonly config: unknown;
  readonly path: Path;
}

/** One item or a list of them as a list; null or undefined as an empty one. */
export function itemsOf(config: unknown, path: Path): readonly Item[] {
  if (Array.isArray(config)) return config.map((one, index) => ({ config: one, path: [...path, index] }));
  return config === undefined || config === null ? [] : [{ config, path }];
}

/** A configuration that must be an object. */
export function objectOf(config: unknown, path: Path): Config {
  if (isConfig(config)) return config;
  throw wrongValue('expects_object', config, path);
}
