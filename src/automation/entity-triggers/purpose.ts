import type { Json } from '../../core/json.ts';
import type { PurposeTarget } from '../../domains/definition/entity-triggers.ts';
import type { Test } from '../config/condition.ts';
import type { Path } from '../config/config-problem.ts';
import type { Config } from '../config/fields.ts';
import type { ParseHelp } from '../config/parse-help.ts';
import type { Trigger } from '../config/trigger.ts';

/** A purpose-specific trigger or condition as described to clients: its target and the fields of its options. */
export interface Description {
  readonly target?: PurposeTarget;
  readonly fields: Readonly<Record<string, Json>>;
}

/** The input of the parser of a purpose-specific trigger or condition. */
export interface PurposeConfig {
  readonly target: unknown;
  readonly options: Config;
  readonly path: Path;
  readonly help: ParseHelp;
}

/** A purpose-specific trigger, e.g. `light.turned_on`. */
export interface PurposeTrigger extends Description {
  readonly key: string;
  parse(config: PurposeConfig): Trigger;
}

/** A purpose-specific condition, e.g. `light.is_on`. */
export interface PurposeCondition extends Description {
  readonly key: string;
  parse(config: PurposeConfig): Test;
}

/** A set of triggers and conditions. */
export interface Table {
  readonly triggers: readonly PurposeTrigger[];
  readonly conditions: readonly PurposeCondition[];
}
