import type { Json } from '../../core/json.ts';
import type { State } from '../../core/state.ts';
import type { Test } from '../config/condition.ts';
import type { Path } from '../config/config-problem.ts';
import type { Config, Fields } from '../config/fields.ts';
import type { ParseHelp, Trigger } from '../config/trigger.ts';

/** Which entities a purpose is for, in the form clients read. */
export interface TargetFilter {
  readonly domain: readonly string[];
  readonly device_class?: readonly string[];
  readonly supported_features?: readonly number[];
}

/** What a purpose is aimed at. */
export interface PurposeTarget {
  readonly entity: readonly TargetFilter[];
  /** False where entities of configuration and diagnosis count too. */
  readonly primary_entities_only?: false;
}

/** How clients are told of a purpose: what it is for and the fields of its options. */
export interface Description {
  readonly target?: PurposeTarget;
  readonly fields: Readonly<Record<string, Json>>;
}

/** What parsers of purposes are given. */
export interface PurposeConfig {
  readonly target: unknown;
  readonly options: Config;
  readonly path: Path;
  readonly help: ParseHelp;
}

/** A trigger of a purpose, e.g. `light.turned_on`. */
export interface PurposeTrigger extends Description {
  readonly key: string;
  parse(config: PurposeConfig): Trigger;
}

/** A condition of a purpose, e.g. `light.is_on`. */
export interface PurposeCondition extends Description {
  readonly key: string;
  parse(config: PurposeConfig): Test;
}

/** The options of one configuration that are a purpose's own, read. */
export type Chosen = Readonly<Record<string, unknown>>;

/** Whether a state is one the purpose is about. */
export type IsOne = (state: State, chosen: Chosen) => boolean;

/** An option of a purpose's own. */
export interface Option {
  readonly name: string;
  readonly field: Json;
  read(fields: Fields): unknown;
}
