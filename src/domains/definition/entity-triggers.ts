import type { Json } from '../../core/json.ts';
import type { MessageKey } from '../../core/messages.ts';
import type { State } from '../../core/state.ts';
import type { Measure } from './measure.ts';

/** Which entities a trigger or condition is for, in the form clients read. */
export interface TargetFilter {
  readonly domain: readonly string[];
  readonly device_class?: readonly string[];
  readonly supported_features?: readonly number[];
}

/** The possible targets of a trigger or condition. */
export interface PurposeTarget {
  readonly entity: readonly TargetFilter[];
  /** False where entities of configuration and diagnosis count too. */
  readonly primary_entities_only?: false;
}

/** The options of one configuration that are a trigger's own, read. */
export type Chosen = Readonly<Record<string, unknown>>;

/** Whether a state is one the trigger or condition is about. */
export type IsOne = (state: State, chosen: Chosen) => boolean;

/** The values of options, as read from a configuration. */
export interface OptionFields {
  text(key: string): string;
  texts(key: string): readonly string[];
  oneOf<const W extends string>(key: string, words: readonly W[], otherwise?: W): W;
  someOf<const W extends string>(key: string, words: readonly W[]): readonly W[];
  entities(key: string, domains?: readonly string[]): readonly string[];
  wrong(key: string, expected: MessageKey): Error;
}

/** An option of a trigger's or condition's own. */
export interface Option {
  readonly name: string;
  readonly field: Json;
  read(fields: OptionFields): unknown;
}

interface Facts {
  /** The entities it applies to, if these are not those of the domain. */
  readonly target?: PurposeTarget;
  readonly options?: readonly Option[];
}

/** A condition that is true while an entity is in a state. */
export interface Is extends Facts {
  readonly is: IsOne;
}

/** Fires when an entity enters a state. */
export interface Becomes extends Is {
  /** The required previous state, if any. */
  readonly was?: IsOne;
  /** Whether an entity that already matched matches again. */
  readonly again?: (from: State, to: State) => boolean;
}

/** Fires on each change of an entity without a lasting state: a press, a selection, a text. */
export interface Happens extends Facts {
  readonly is?: IsOne;
  readonly leads?: (from: State, to: State) => boolean;
  /** Whether an entity whose state was not known may lead there. */
  readonly fromUnknown?: boolean;
}

/** A number of an entity and its unit. */
export interface EntityValue {
  /** The attribute that has it; without one it is the state. */
  readonly attribute?: string;
  /** The attribute that names its unit; temperatures without one are in the unit of the home. */
  readonly unitAttribute?: string;
  /** The value of a hundred percent, if it is not a percentage itself. */
  readonly whole?: number;
  readonly measure: Measure;
}

/** The named triggers and conditions of a domain that depend only on states, such as `light.turned_on`. */
export interface EntityTriggers {
  readonly becomes?: Readonly<Record<string, IsOne | Becomes>>;
  readonly happens?: Readonly<Record<string, Happens>>;
  /** Conditions. */
  readonly is?: Readonly<Record<string, IsOne | Is>>;
  /** Each value defines `<name>_changed`, `<name>_crossed_threshold` and the condition `is_<name>`. */
  readonly values?: Readonly<Record<string, EntityValue>>;
  /** Values that only define a condition, by its full name. */
  readonly valueIs?: Readonly<Record<string, EntityValue>>;
  /** The quantities its entities measure, for `temperature.changed` and `humidity.changed`. */
  readonly measures?: Readonly<Partial<Record<'temperature' | 'humidity', EntityValue>>>;
  /** The entities that all of them apply to, if these are not only those of the domain. */
  readonly target?: PurposeTarget;
}

/** Entities of the domains. */
export function target(...domains: readonly string[]): PurposeTarget {
  return { entity: domains.map((domain) => ({ domain: [domain] })) };
}

/** Some of the states or values an entity can have. */
export function statesOption(
  name: string,
  selector: { readonly attribute?: string; readonly hide_states?: readonly string[] },
  words?: readonly string[],
): Option {
  return {
    name,
    field: {
      context: { filter_target: 'target' },
      required: true,
      selector: { state: { ...selector, multiple: true } },
    },
    read: (fields) => {
      const chosen = words === undefined ? fields.texts(name) : fields.someOf(name, words);
      if (chosen.length === 0) throw fields.wrong(name, 'expects_at_least_one');
      return new Set<unknown>(chosen);
    },
  };
}

export const HIDDEN = ['unavailable', 'unknown'];
