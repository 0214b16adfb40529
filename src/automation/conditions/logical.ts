import { type Condition, ConditionFailure, type Question, type Test } from '../condition.ts';
import type { Path } from '../config-problem.ts';
import { type Config, Fields } from '../fields.ts';
import type { ParseHelp } from '../trigger.ts';

/** Conditions made of conditions, by what joins them. */
export const logicalNames = ['and', 'or', 'not'] as const;
type LogicalName = (typeof logicalNames)[number];

interface LogicalHelp {
  readonly path: Path;
  readonly help: ParseHelp;
  /** Where the conditions stand. */
  readonly key: string;
  parse(list: unknown, path: Path): readonly Condition[];
}

/** Reads `conditions` of and, or and not. */
export function parseLogical(
  name: LogicalName,
  config: Config,
  { path, help, key, parse }: LogicalHelp,
): Test {
  const fields = new Fields(config, path, help);
  const conditions = parse(fields.need('conditions'), [...path, key]);
  fields.finish();
  const join = { and: every, or: some, not: none }[name];
  return (question, place) => join(conditions, question, `${place}/conditions`);
}

/** Whether all hold: false as soon as one does not, whatever failed before it; a disabled one is passed over. */
export function every(conditions: readonly Condition[], question: Question, path: string): boolean {
  return settle(conditions, question, path, { decisive: false, otherwise: true });
}

function some(conditions: readonly Condition[], question: Question, path: string): boolean {
  return settle(conditions, question, path, { decisive: true, otherwise: false });
}

function none(conditions: readonly Condition[], question: Question, path: string): boolean {
  return !settle(conditions, question, path, { decisive: true, otherwise: false });
}

/** The first decisive answer decides; where there is none, whatever failed makes it a failure. */
function settle(
  conditions: readonly Condition[],
  question: Question,
  path: string,
  { decisive, otherwise }: { readonly decisive: boolean; readonly otherwise: boolean },
): boolean {
  const failures: string[] = [];
  for (const [index, condition] of conditions.entries()) {
    try {
      if (condition.test(question, `${path}/${index}`) === decisive) return decisive;
    } catch (error) {
      if (!(error instanceof ConditionFailure)) throw error;
      failures.push(
        conditions.length > 1 ? `${index + 1} of ${conditions.length}: ${error.message}` : error.message,
      );
    }
  }
  if (failures.length > 0) throw new ConditionFailure(failures.join('; '));
  return otherwise;
}
