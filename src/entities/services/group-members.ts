import { z } from 'zod';
import type { EntityId } from '../../core/entity-id.ts';
import { HubError } from '../../core/errors.ts';
import { schemaError } from '../../core/schema-error.ts';
import type { StateMachine } from '../../core/state-machine.ts';
import { entityIds } from '../registry/targets.ts';
import { sees } from '../visibility/visible-state.ts';

const GROUP = 'group.';

/** The members of a group; undefined for anything else. */
export function membersOf(id: EntityId, states: Pick<StateMachine, 'get'>): readonly EntityId[] | undefined {
  if (!id.startsWith(GROUP)) return undefined;
  const members = states.get(id)?.attributes.entity_id;
  return Array.isArray(members) ? members.filter((member) => typeof member === 'string') : undefined;
}

/**
 * Replaces each group by its members, recursively; cycles are cut, and groups hidden by `mayRead` are not
 * expanded.
 */
export function expandGroups(
  ids: readonly EntityId[],
  states: Pick<StateMachine, 'get'>,
  mayRead: ((id: EntityId) => boolean) | null = null,
): readonly EntityId[] {
  if (!ids.some((id) => id.startsWith(GROUP))) return ids;
  const seen = new Set<EntityId>();
  const found = new Set<EntityId>();
  // Iterative, since groups may be nested deeper than the call stack.
  const waiting = [...ids].reverse();
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const members = sees({ mayRead }, id) ? membersOf(id, states) : undefined;
    if (members === undefined) found.add(id);
    else for (let i = members.length - 1; i >= 0; i -= 1) waiting.push(members[i] as EntityId);
  }
  return [...found];
}

/** A list of entity IDs, or comma-separated text; parsed to lower case without duplicates. */
export const entityIdListSchema: z.ZodType<readonly EntityId[]> = z.unknown().transform((value, context) => {
  try {
    const list = entityIds(value);
    if (list !== 'all' && value !== null) return list;
  } catch (error) {
    if (!(error instanceof HubError)) throw error;
  }
  context.issues.push({ code: 'custom', message: schemaError('expects_entity_ids'), input: value });
  return z.NEVER;
});
