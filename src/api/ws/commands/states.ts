import { z } from 'zod';
import type { Bus, StateChange } from '../../../core/bus.ts';
import { compileFilter } from '../../../core/entity-filter.ts';
import { type EntityId, parseEntityId } from '../../../core/entity-id.ts';
import type { StateMachine } from '../../../core/state-machine.ts';
import { EntitiesChangeShape, StateShape } from '../../shapes/state-shapes.ts';
import type { StateList } from '../../state-list.ts';
import { type Command, defineCommand, defineSubscription, RawJson } from '../command.ts';
import { both, followEntities } from '../entity-feed.ts';
import { SharedFrames } from '../shared-frames.ts';
import { stepText } from '../state-diff.ts';

const MAX_ENTITIES = 10_000;
const MAX_DOMAINS = 1000;
/** Each pattern is matched against each entity, so only a few are allowed. */
const MAX_GLOBS = 100;

const word = z.string().max(255);
const texts = (max: number) =>
  z.union([word, z.array(word).max(max)]).transform((value) => (typeof value === 'string' ? [value] : value));

/** Entity IDs as a list or as comma-separated text, in any case; a malformed one is rejected. */
const entityIds = z.union([z.string(), z.array(z.string()).max(MAX_ENTITIES)]).transform((value) => {
  const ids = typeof value === 'string' ? value.split(',').map((id) => id.trim()) : value;
  return ids.map(parseEntityId);
});

const selection = z
  .strictObject({
    domains: texts(MAX_DOMAINS).default([]),
    entities: entityIds.default([]),
    entity_globs: texts(MAX_GLOBS).default([]),
  })
  .default({ domains: [], entities: [], entity_globs: [] });

/** States over the WebSocket: all of them [§4.2], or a subscription in compressed form. */
export function stateCommands(parts: {
  readonly states: StateMachine;
  readonly bus: Bus;
  readonly list: StateList;
}): Command[] {
  const { states, bus, list } = parts;
  const frames = new SharedFrames<StateChange>(stepText);
  return [
    defineCommand({
      type: 'get_states',
      permission: 'user',
      summary: 'The states of all entities the caller may read',
      result: z.array(StateShape),
      fields: {},
      handle: ({ access }) => new RawJson(access.mayRead === null ? list.whole() : list.visibleTo(access)),
    }),
    defineSubscription({
      type: 'subscribe_entities',
      permission: 'user',
      summary: 'All states, then every change, in compressed form',
      event: EntitiesChangeShape,
      fields: { entity_ids: entityIds.optional(), include: selection, exclude: selection },
      subscribe: ({ message, access }, feed) => {
        const filter = compileFilter(message.include, message.exclude);
        const { mayRead } = access;
        const wants = both(both(named(message.entity_ids ?? []), filter), mayRead);
        return followEntities({ states, bus, frames }, feed, { wants, mayRead });
      },
    }),
  ];
}

function named(ids: readonly EntityId[]): ((id: EntityId) => boolean) | null {
  if (ids.length === 0) return null;
  const set = new Set(ids);
  return (id) => set.has(id);
}
