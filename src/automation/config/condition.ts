import type { Variables } from '../../jinja/template.ts';
import type { Value } from '../../jinja/values/context.ts';
import type { AutomationContext } from './automation-context.ts';
import type { Fields } from './fields.ts';
import type { ParseHelp } from './parse-help.ts';
import type { Tracer } from './tracer.ts';

/** The context in which a condition is evaluated. */
export interface ConditionContext {
  readonly setting: AutomationContext;
  readonly variables: Variables;
  /** Records each step; undefined if no trace is wanted. */
  readonly tracer?: Tracer | undefined;
  /** Called with warnings about undefined names in templates. */
  readonly warn?: ((text: string) => void) | undefined;
}

/** A condition could not be evaluated; automations treat it as false and log it. */
export class ConditionFailure extends Error {
  override readonly name = 'ConditionFailure';
  /** Whether the message names the condition. */
  readonly isPlaced: boolean;

  constructor(message: string, isPlaced = false) {
    super(message);
    this.isPlaced = isPlaced;
  }

  /** Adds the kind of condition to the message. */
  in(kind: string): ConditionFailure {
    return this.isPlaced ? this : new ConditionFailure(`In '${kind}' condition: ${this.message}`, true);
  }

  /** Combines the failures of a condition's `total` parts. */
  static of(kind: string, total: number, failures: ReadonlyMap<number, ConditionFailure>): ConditionFailure {
    const texts = [...failures].map(([index, failure]) => {
      const which = total > 1 ? ` (item ${index + 1} of ${total})` : '';
      return `In '${kind}'${which}:\n${failure.message.replace(/^/gm, '  ')}`;
    });
    return new ConditionFailure(texts.join('\n'), true);
  }
}

/** A parsed condition. */
export interface Condition {
  /**
   * Null if the condition is disabled. Throws `ConditionFailure`. `path` is its place in the trace, such as
   * `condition/0`.
   */
  test(context: ConditionContext, path: string): boolean | null;
}

/** Records in the trace the values behind a result. */
export type VariablesListener = (values: Readonly<Record<string, Value>>) => void;

/** The test of a kind of condition. Throws `ConditionFailure` and `TemplateError`. */
export type Test = (
  context: ConditionContext,
  path: string,
  report: VariablesListener,
  warn: (text: string) => void,
) => boolean;

/**
 * A kind of condition. `parse` throws `ConfigProblem`; `fields` are without the common keys and with the
 * `options`.
 */
export interface ConditionKind {
  /** As in `condition: state`. */
  readonly name: string;
  parse(fields: Fields, help: ParseHelp): Test;
}
