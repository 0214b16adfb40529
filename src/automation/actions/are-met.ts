import { type Condition, ConditionFailure } from '../config/condition.ts';
import type { Step } from '../runs/run.ts';

/**
 * Tests the conditions of a branch, each as a trace step of its own; null if the first that is not met cannot
 * be evaluated.
 */
export function areMet(
  { run, scope }: Step,
  conditions: readonly Condition[],
  at: { readonly path: string; readonly conditions: string },
): boolean | null {
  const { trace, log } = run.parts;
  const traced = trace.begin(at.path, scope.all);
  const context = run.context(scope);
  let result: boolean | null = null;
  try {
    result = conditions.every((one, index) => one.test(context, `${at.conditions}/${index}`) !== false);
    traced.result({ result });
  } catch (error) {
    if (!(error instanceof ConditionFailure)) throw error;
    log.warn(`Error in the conditions of ${at.path}: ${error.message}`);
    traced.result({ result: null });
  } finally {
    traced.end(scope.all);
  }
  return result;
}
