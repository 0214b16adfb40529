import type { EntityId } from '../../core/entity-id.ts';
import type { Value } from '../../jinja/values/context.ts';
import { type ConditionContext, ConditionFailure } from '../config/condition.ts';
import { entityIdsOf } from '../config/entity-ids.ts';

/** The result for one entity, with its trace values. */
export interface EntityAnswer {
  readonly result: boolean;
  readonly [key: string]: Value;
}

/** The results for all entities; `failure` if some could not be evaluated. */
export interface Answers {
  readonly answers: readonly boolean[];
  readonly failure: ConditionFailure | undefined;
}

/** The kind of condition and the entities to test. */
interface EntityConditions {
  readonly kind: string;
  readonly ids: readonly EntityId[];
  evaluate(id: EntityId): EntityAnswer;
}

/** Tests each entity as a trace step of its own. */
export function evaluateEach(
  { kind, ids, evaluate }: EntityConditions,
  { setting, tracer }: ConditionContext,
  path: string,
): Answers {
  const answers: boolean[] = [];
  const failures = new Map<number, ConditionFailure>();
  for (const [index, id] of entityIdsOf(setting, ids).entries()) {
    const step = tracer?.step(`${path}/entity_id/${index}`);
    try {
      const answer = evaluate(id);
      step?.result(answer);
      answers.push(answer.result);
    } catch (error) {
      if (!(error instanceof ConditionFailure)) throw error;
      const failure = error.in(kind);
      step?.error(failure);
      failures.set(index, failure);
    }
  }
  const failure = failures.size === 0 ? undefined : ConditionFailure.of(kind, ids.length, failures);
  return { answers, failure };
}
