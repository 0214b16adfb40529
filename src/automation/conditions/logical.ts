import { type Condition, ConditionFailure, type Question, type Test } from '../config/condition.ts';
import type { Path } from '../config/config-problem.ts';
import { type Config, Fields } from '../config/fields.ts';
import type { ParseHelp } from '../config/parse-help.ts';

/** Conditions composed of conditions, by operator. */
export const logicalNames = ['and', 'or', 'not'] as const;
type LogicalName = (typeof logicalNames)[number];

interface LogicalHelp {
  readonly path: Path;
  readonly help: ParseHelp;
  /** The key that holds the conditions. */
  readonly key: string;
  parse(list: unknown, path: Path): readonly Condition[];
}

/** Parses `conditions` of and, or and not. */
export function parseLogical(
  name: LogicalName,
  config: Config,
  { path, help, key, parse }: LogicalHelp,
): Test {
  const conditions = new Fields(config, path, help).parsed((fields) => {
    if (!fields.has('conditions')) fields.need('conditions');
    return parse(fields.raw('conditions'), [...path, key]);
  });
  return (question, place) => {
    const path = `${place}/conditions`;
    if (name === 'and') return every(conditions, question, { path, name });
    const isAny = settle(conditions, question, { path, name, decisive: true, otherwise: false });
    return name === 'or' ? isAny : !isAny;
  };
}

interface Where {
  /** The path of the conditions in the trace. */
  readonly path: string;
  /** The operator, for messages. */
  readonly name: string;
}

/** Whether all are met: false as soon as one is not, despite earlier failures; disabled ones are skipped. */
export function every(conditions: readonly Condition[], question: Question, where: Where): boolean {
  return settle(conditions, question, {
    path: where.path,
    name: where.name,
    decisive: false,
    otherwise: true,
  });
}

/** The first decisive result decides; without one, any failure makes the whole a failure. */
function settle(
  conditions: readonly Condition[],
  question: Question,
  rule: Where & { readonly decisive: boolean; readonly otherwise: boolean },
): boolean {
  const { path, name, decisive, otherwise } = rule;
  let failures: Map<number, ConditionFailure> | undefined;
  for (let index = 0; index < conditions.length; index += 1) {
    try {
      if (conditions[index]?.test(question, `${path}/${index}`) === decisive) return decisive;
    } catch (error) {
      if (!(error instanceof ConditionFailure)) throw error;
      failures ??= new Map();
      failures.set(index, error);
    }
  }
  if (failures !== undefined) throw ConditionFailure.of(name, conditions.length, failures);
  return otherwise;
}
