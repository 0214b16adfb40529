import { z } from 'zod';
import type { EntityId } from '../../core/entity-id.ts';
import { HubError } from '../../core/errors.ts';
import type { StateMachine } from '../../core/state-machine.ts';
import { entityIds } from '../registry/targets.ts';

const GROUP = 'group.';

/** The members a group lists; undefined for what is no group. */
export function membersOf(id: EntityId, states: Pick<StateMachine, 'get'>): readonly EntityId[] | undefined {
  if (!id.startsWith(GROUP)) return undefined;
  const members = states.get(id)?.attributes.entity_id;
  return Array.isArray(members) ? members.filter((member) => typeof member === 'string') : undefined;
}

/** The ids with each group replaced by its members, theirs too; a group that holds itself ends nowhere, and one that `mayRead` hides is none. */
export function expandGroups(
  ids: readonly EntityId[],
  states: Pick<StateMachine, 'get'>,
  mayRead: ((id: EntityId) => boolean) | null = null,
): readonly EntityId[] {
  if (!ids.some((id) => id.startsWith(GROUP))) return ids;
  const seen = new Set<EntityId>();
  const found = new Set<EntityId>();
  // Groups may stand in each other deeper than calls may: what is to be visited is kept as a list.
  const waiting = [...ids].reverse();
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const members = mayRead === null || mayRead(id) ? membersOf(id, states) : undefined;
    if (members === undefined) found.add(id);
    else for (let i = members.length - 1; i >= 0; i -= 1) waiting.push(members[i] as EntityId);
  }
  return [...found];
}

/** A list of entity ids, or a text of them with commas between; given in lower case, each once. */
export const entityIdListSchema: z.ZodType<readonly EntityId[]> = z.unknown().transform((value, context) => {
  try {
    const list = entityIds(value);
    if (list !== 'all' && value !== null) return list;
  } catch (error) {
    if (!(error instanceof HubError)) throw error;
  }
  context.issues.push({ code: 'custom', message: 'Expected entity ID or list of entity IDs', input: value });
  return z.NEVER;
});
