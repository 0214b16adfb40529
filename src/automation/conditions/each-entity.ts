import type { EntityId } from '../../core/entity-id.ts';
import type { Value } from '../../jinja/context.ts';
import { ConditionFailure, type Question } from '../condition.ts';
import { entityIdsOf } from '../entity-ids.ts';

/** One entity's answer with what traces tell of it. */
export interface EntityAnswer {
  readonly result: boolean;
  readonly [key: string]: Value;
}

/** Asks of each entity in a step of its own; those that cannot say are told by what is missing. */
export function askEach(
  ids: readonly EntityId[],
  { setting, tracer }: Question,
  path: string,
  ask: (id: EntityId) => EntityAnswer,
): { readonly answers: readonly boolean[]; readonly failures: readonly string[] } {
  const answers: boolean[] = [];
  const failures: string[] = [];
  for (const [index, id] of entityIdsOf(setting, ids).entries()) {
    const step = tracer?.step(`${path}/entity_id/${index}`);
    try {
      const answer = ask(id);
      step?.result(answer);
      answers.push(answer.result);
    } catch (error) {
      if (!(error instanceof ConditionFailure)) throw error;
      step?.error(error.message);
      failures.push(error.message);
    }
  }
  return { answers, failures };
}

/** Throws where any entity could not say. */
export function refuseFailures(failures: readonly string[]): void {
  if (failures.length > 0) throw new ConditionFailure(failures.join('; '));
}
