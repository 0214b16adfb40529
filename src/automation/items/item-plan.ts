import { HubError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { isSameJson } from '../../core/state-machine.ts';
import { ConfigProblem, configFault } from '../config/config-problem.ts';
import { type Config, isConfig } from '../config/fields.ts';
import type { ConfigItem } from '../item-files/item-files.ts';

/** A configuration with its blueprint filled in. */
export interface Filled {
  readonly config: Config;
  /** The inputs of the blueprint; null without a blueprint. */
  readonly inputs: unknown;
}

/** Fills in blueprints. Throws `HubError` for an unknown blueprint or a missing input. */
export type Fill = (config: Config) => Filled;

/** A parsed item: its plan, or its error. */
export interface ReadItem<P> {
  readonly item: ConfigItem;
  readonly plan: P | undefined;
  /** The configuration with its blueprint filled in. */
  readonly filled: Config | undefined;
  readonly inputs: unknown;
  readonly error: string | undefined;
}

/** Parses one item; a problem is reported with file, line and key, in the log as well. */
export function readItem<P>(
  item: ConfigItem,
  on: {
    readonly fill: Fill;
    readonly parse: (config: Config) => P;
    readonly log: Log;
    readonly what: string;
  },
): ReadItem<P> {
  let filled: Filled | undefined;
  try {
    if (!isConfig(item.config)) throw configFault('expected_an_object', []);
    filled = on.fill(item.config);
    const { config, inputs } = filled;
    return { item, plan: on.parse(config), filled: config, inputs, error: undefined };
  } catch (error) {
    if (!(error instanceof HubError)) throw error;
    const place = error instanceof ConfigProblem ? item.placeOf(error.path) : item.place;
    const text = item.hide(`${place}: ${error.message}`);
    on.log.error(`${on.what} cannot be used and is ignored: ${text}`);
    return { item, plan: undefined, filled: filled?.config, inputs: null, error: text };
  }
}

/** Whether an item still results in the same configuration. */
export function isUnchanged(read: ReadItem<unknown>, item: ConfigItem, fill: Fill): boolean {
  if (read.error !== undefined || read.filled === undefined || !isConfig(item.config)) return false;
  try {
    return isSameJson(fill(item.config).config, read.filled);
  } catch {
    return false;
  }
}
