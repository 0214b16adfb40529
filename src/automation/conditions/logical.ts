import { type Condition, type ConditionContext, ConditionFailure, type Test } from '../config/condition.ts';
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
  return (context, place) => {
    const path = `${place}/conditions`;
    if (name === 'and') return every(conditions, context, { path, name });
    const isAny = decide(conditions, context, { path, name, decisive: true, otherwise: false });
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
export function every(conditions: readonly Condition[], context: ConditionContext, where: Where): boolean {
  return decide(conditions, context, {
    path: where.path,
    name: where.name,
    decisive: false,
    otherwise: true,
  });
}

/** The first decisive result decides; without one, any failure makes the whole a failure. */
function decide(
  conditions: readonly Condition[],
  context: ConditionContext,
  rule: Where & { readonly decisive: boolean; readonly otherwise: boolean },
): boolean {
  const { path, name, decisive, otherwise } = rule;
  let failures: Map<number, ConditionFailure> | undefined;
  for (let index = 0; index < conditions.length; index += 1) {
    try {
      if (conditions[index]?.test(context, `${path}/${index}`) === decisive) return decisive;
    } catch (error) {
      if (!(error instanceof ConditionFailure)) throw error;
      failures ??= new Map();
      failures.set(index, error);
    }
  }
  if (failures !== undefined) throw ConditionFailure.of(name, conditions.length, failures);
  return otherwise;
}
