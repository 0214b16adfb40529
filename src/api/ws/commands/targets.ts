import { z } from 'zod';
import type { Access } from '../../../core/access.ts';
import type { EntityId } from '../../../core/entity-id.ts';
import type { StateMachine } from '../../../core/state-machine.ts';
import type { Entities } from '../../../entities/entity/entities.ts';
import { parseTarget, type Target, type TargetResolver } from '../../../entities/registry/targets.ts';
import { excludedFrom } from '../../../entities/services/excluded.ts';
import { expandGroups } from '../../../entities/services/group-members.ts';
import { visibleIds, visiblePresentIds } from '../../../entities/visibility/visible-state.ts';
import { Names } from '../../shapes/plain-shapes.ts';
import { ExplainedTargetShape } from '../../shapes/registry-shapes.ts';
import { type Command, defineCommand } from '../command.ts';
import { TargetShape } from '../target-shape.ts';

/** The dependencies of these commands. */
export interface TargetCommandParts {
  readonly targets: TargetResolver;
  readonly entities: Pick<Entities, 'get'>;
  readonly states: StateMachine;
}

const fields = {
  target: TargetShape,
  expand_group: z.boolean().optional(),
  primary_entities_only: z.boolean().optional(),
};
const NOTHING: Target = { entities: [], devices: [], areas: [], floors: [], labels: [] };
const GENERIC = ['homeassistant.turn_on', 'homeassistant.turn_off', 'homeassistant.toggle'];

/** Resolves targets: the services that fit, and why each entity is included. */
export function targetCommands({ targets, entities, states }: TargetCommandParts): Command[] {
  const named = (id: EntityId, expand: boolean, { mayRead }: Access): readonly EntityId[] =>
    expand ? expandGroups([id], states, mayRead) : [id];
  const partsOf = (target: Target, expand: boolean, access: Access, how: object): Part[] => {
    const entities = idsOf(target).map((id): Part => {
      const ids = visiblePresentIds(named(id, expand, access), access, states);
      return { type: 'entity', id, entities: ids, referenced_areas: [], referenced_devices: [] };
    });
    const places = KINDS.flatMap(([key, type]) =>
      target[key].map((id): Part => {
        const found = targets.reach({ ...NOTHING, [key]: [id] }, how);
        const ids = visibleIds([...found.entities], access);
        // Limited callers only see areas and devices that they named.
        const isReported = (one: string): boolean =>
          access.mayRead === null || (one === id && ids.length > 0);
        return {
          type,
          id,
          entities: ids,
          referenced_areas: [...found.areas].filter(isReported),
          referenced_devices: [...found.devices].filter(isReported),
        };
      }),
    );
    return [...entities, ...places];
  };
  return [
    defineCommand({
      type: 'get_services_for_target',
      permission: 'user',
      summary: 'The services applicable to a target',
      result: Names,
      fields: { target: fields.target, expand_group: fields.expand_group },
      handle: ({ message, access }) => {
        const target = read(message.target);
        const ids = new Set(targets.reach(target).entities);
        for (const id of idsOf(target))
          for (const one of named(id, message.expand_group !== false, access)) ids.add(one);
        const { entities: out } = excludedFrom(target, targets, states);
        const left = [...ids].filter((id) => !out.has(id));
        const found = visibleIds(left, access).flatMap((id) => entities.get(id) ?? []);
        const fitting = found.flatMap(({ domain, features }) =>
          domain.services
            .filter(({ requires }) => requires?.some((all) => all.every((one) => features.has(one))) ?? true)
            .map(({ name }) => `${domain.name}.${name}`),
        );
        return [...new Set([...fitting, ...(found.length > 0 ? GENERIC : [])])].sort();
      },
    }),
    defineCommand({
      type: 'explain_target',
      permission: 'user',
      summary: 'The entities of each part of a target',
      result: ExplainedTargetShape,
      fields,
      handle: ({ message, access }) => {
        const target = read(message.target);
        const expand = message.expand_group !== false;
        const all = message.primary_entities_only === false;
        const includes = partsOf(target, expand, access, { all });
        const lostTo = removals(includes);
        const out = partsOf(target.exclude ?? NOTHING, expand, access, { all: true, hidden: true });
        return {
          includes,
          excludes: out.map(({ type, id, entities: removed }) => ({ type, id, removed: lostTo(removed) })),
        };
      },
    }),
  ];
}

const KINDS = [
  ['devices', 'device'],
  ['areas', 'area'],
  ['floors', 'floor'],
  ['labels', 'label'],
] as const;

/** One item of a target, and what it resolves to. */
interface Part {
  readonly type: string;
  readonly id: string;
  readonly entities: readonly EntityId[];
  readonly referenced_areas: readonly string[];
  readonly referenced_devices: readonly string[];
}

/**
 * Returns which parts lose which of the removed entities, in time proportional to these, not to the parts.
 */
function removals(includes: readonly Part[]): (removed: readonly EntityId[]) => object[] {
  const holders = new Map<EntityId, Part[]>();
  for (const part of includes)
    for (const id of part.entities) {
      const found = holders.get(id);
      if (found === undefined) holders.set(id, [part]);
      else found.push(part);
    }
  const places = new Map(includes.map((part, i) => [part, i]));
  return (removed) => {
    const out = new Set(removed);
    const touched = new Set(removed.flatMap((id) => holders.get(id) ?? []));
    return [...touched]
      .sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0))
      .map(({ type, id, entities }) => ({ type, id, entities: entities.filter((one) => out.has(one)) }));
  };
}

function read(target: unknown): Target {
  return parseTarget(target as Readonly<Record<string, unknown>>) ?? NOTHING;
}

function idsOf({ entities }: Target): readonly EntityId[] {
  return entities === 'all' ? [] : entities;
}
