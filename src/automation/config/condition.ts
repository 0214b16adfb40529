import { CatalogError } from '../../core/errors.ts';
import { englishText, type Message, message, problemList } from '../../core/messages.ts';
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
export class ConditionFailure extends CatalogError {
  override readonly name = 'ConditionFailure';
  override readonly reason: Message;
  /** Whether the message names the condition. */
  readonly isPlaced: boolean;

  constructor(reason: Message, isPlaced = false) {
    super(englishText(reason), { reason });
    this.reason = reason;
    this.isPlaced = isPlaced;
  }

  /** Adds the kind of condition to the message. */
  in(kind: string): ConditionFailure {
    if (this.isPlaced) return this;
    return new ConditionFailure(message('in_condition', { kind, problem: this.reason }), true);
  }

  /** Combines the failures of a condition's `total` parts. */
  static of(kind: string, total: number, failures: ReadonlyMap<number, ConditionFailure>): ConditionFailure {
    const problems = [...failures].map(([index, { reason: problem }]) =>
      total > 1
        ? message('in_condition_item', { kind, item: index + 1, total, problem })
        : message('in_condition_lines', { kind, problem }),
    );
    return new ConditionFailure(problemList(problems), true);
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
