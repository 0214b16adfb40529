import type { Log } from '../../core/log.ts';
import type { Entity } from '../../entities/entity/entity.ts';
import type { Variables } from '../../jinja/template.ts';
import type { AutomationContext } from '../config/automation-context.ts';
import { ConditionFailure } from '../config/condition.ts';
import { noNames } from '../config/scope.ts';
import { withDefaults } from '../config/variables.ts';
import { testAll } from '../parsing/parse-conditions.ts';
import type { Trace } from '../runs/trace.ts';
import type { AutomationPlan } from './automation-config.ts';
import { thisValue } from './this-value.ts';

/** The part of an automation needed before a run. */
interface Candidate {
  readonly plan: AutomationPlan;
  readonly entity: Pick<Entity, 'id'>;
}

/**
 * The initial variables of a run: `this`, the given ones, and those of the configuration. Throws
 * `TemplateError`.
 */
export function runVariables(
  setting: AutomationContext,
  { plan, entity }: Candidate,
  given: Variables,
): Variables {
  const { rendering, states } = setting;
  const own = Object.assign(noNames(), { this: thisValue(states.get(entity.id)) }, given);
  return withDefaults(plan.variables, own, (template, seen) => rendering.value(template, seen), rendering);
}

/** Whether the conditions of an automation are met; a failure counts as false and is logged. */
export function areConditionsMet(
  { setting, log }: { readonly setting: AutomationContext; readonly log: Log },
  { plan, entity }: Candidate,
  { variables, trace }: { readonly variables: Variables; readonly trace: Trace },
): boolean {
  try {
    return testAll(plan.conditions, { setting, variables, tracer: trace }, 'condition');
  } catch (error) {
    if (!(error instanceof ConditionFailure)) throw error;
    log.warn(`Error evaluating condition in ${entity.id}: ${error.message}`);
    return false;
  }
}
