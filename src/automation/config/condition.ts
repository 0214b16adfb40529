import type { Variables } from '../../jinja/template.ts';
import type { Value } from '../../jinja/values/context.ts';
import type { AutomationContext } from './automation-context.ts';
import type { Path } from './config-problem.ts';
import type { Tracer } from './tracer.ts';
import type { ParseHelp } from './trigger.ts';

/** When and for whom a condition is asked. */
export interface Question {
  readonly setting: AutomationContext;
  readonly variables: Variables;
  /** Notes each step; undefined where nobody will look. */
  readonly tracer?: Tracer | undefined;
  /** Told of names in templates that mean nothing. */
  readonly warn?: ((text: string) => void) | undefined;
}

/** Says that a condition could not be decided; automations take it for false and log it. */
export class ConditionFailure extends Error {
  override readonly name = 'ConditionFailure';
  /** Whether the message says in which condition it was. */
  readonly isPlaced: boolean;

  constructor(message: string, isPlaced = false) {
    super(message);
    this.isPlaced = isPlaced;
  }

  /** The same with the kind of condition it was in. */
  in(kind: string): ConditionFailure {
    return this.isPlaced ? this : new ConditionFailure(`In '${kind}' condition: ${this.message}`, true);
  }

  /** Several, each of one of so many parts of a condition. */
  static of(kind: string, total: number, failures: ReadonlyMap<number, ConditionFailure>): ConditionFailure {
    const texts = [...failures].map(([index, failure]) => {
      const which = total > 1 ? ` (item ${index + 1} of ${total})` : '';
      return `In '${kind}'${which}:\n${failure.message.replace(/^/gm, '  ')}`;
    });
    return new ConditionFailure(texts.join('\n'), true);
  }
}

/** One condition, parsed. */
export interface Condition {
  /** Null where it is disabled: neither true nor false. Throws `ConditionFailure`. `path` is its place in the trace, e.g. `condition/0`. */
  test(question: Question, path: string): boolean | null;
}

/** Notes in the trace what an answer rests on. */
export type Tell = (values: Readonly<Record<string, Value>>) => void;

/** What a kind of condition asks. Throws `ConditionFailure` and `TemplateError`. */
export type Test = (question: Question, path: string, tell: Tell, warn: (text: string) => void) => boolean;

/** A kind of condition. `parse` throws `ConfigProblem`; `config` is without the keys common to all and with `options` merged in. */
export interface ConditionKind {
  /** As in `condition: state`. */
  readonly name: string;
  parse(config: Readonly<Record<string, unknown>>, path: Path, on: ParseHelp): Test;
}
