import type { StateMachine } from '../../../core/state-machine.ts';
import type { EntityRegistry } from '../../../entities/registry/entity-registry.ts';
import type { Habits } from '../../../entities/usage/habits.ts';
import { sees } from '../../../entities/visibility/visible-state.ts';
import { Names, object } from '../../shapes/plain-shapes.ts';
import { type Command, defineCommand } from '../command.ts';

/** The dependencies of this command. */
export interface HabitCommandParts {
  readonly habits: Pick<Habits, 'commonFor'>;
  readonly states: Pick<StateMachine, 'get'>;
  readonly registry: Pick<EntityRegistry, 'get'>;
}

/** What users control most at this time of the day. */
export function habitCommands({ habits, states, registry }: HabitCommandParts): Command[] {
  return [
    defineCommand({
      type: 'usage_prediction/common_control',
      permission: 'user',
      summary: 'The entities that the caller controls at this time of the day, the most frequent ones first',
      result: object({ entities: Names }),
      fields: {},
      handle: ({ access }) => ({
        entities: (access.userId === null ? [] : habits.commonFor(access.userId)).filter(
          (id) => states.get(id as never) !== undefined && sees(access, id) && !isHidden(registry, id),
        ),
      }),
    }),
  ];
}

function isHidden(registry: Pick<EntityRegistry, 'get'>, id: string): boolean {
  const entry = registry.get(id as never);
  return entry !== undefined && entry.hidden_by !== null;
}
