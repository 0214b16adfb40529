import { z } from 'zod';
import type { EntityId } from '../core/entity-id.ts';
import { custom, textSchema } from '../domains/field.ts';
import { transitionField } from '../domains/scene.ts';
import { excludedFrom } from '../entities/excluded.ts';
import { entityIdListSchema } from '../entities/group-members.ts';
import type { PlainService } from '../entities/service.ts';
import { noTarget } from '../entities/service-call.ts';
import { parseTarget, type TargetResolver } from '../entities/targets.ts';
import { type ApplyParts, applyStates } from './apply-states.ts';
import { type SceneStates, sceneStatesSchema } from './scene-config.ts';
import type { Scenes } from './scenes.ts';

/** What the services of scenes need. */
export interface SceneServiceParts extends ApplyParts {
  readonly scenes: Scenes;
  readonly targets: TargetResolver;
}

const domain = 'scene';
const states = { description: 'The states by entity, each a word or an object with state and attributes.' };
const example = { 'light.desk': { state: 'on', brightness: 80 }, 'switch.fan': 'off' };

/** `scene.apply`, `create`, `delete` and `reload`. */
export function sceneServices(parts: SceneServiceParts): PlainService[] {
  const { scenes, targets, states: machine } = parts;
  return [
    {
      domain,
      name: 'apply',
      description: 'Brings entities to states without keeping them.',
      fields: {
        entities: custom(sceneStatesSchema, { object: null }, { ...states, required: true, example }),
        transition: transitionField,
      },
      handle: ({ entities, transition }, { access, context }) =>
        applyStates(parts, entities as SceneStates, {
          access,
          context,
          transition: transition as number | undefined,
        }),
    },
    {
      domain,
      name: 'create',
      description: 'Makes a scene that lasts until scenes are read again.',
      fields: {
        scene_id: custom(
          textSchema.pipe(z.string().regex(/^[a-z0-9]+(_[a-z0-9]+)*$/, 'Expected a slug such as evening')),
          { text: null },
          { description: 'The part of its id after the dot.', required: true, example: 'evening' },
        ),
        entities: custom(sceneStatesSchema, { object: null }, { ...states, example }),
        snapshot_entities: custom(
          entityIdListSchema,
          { entity: { multiple: true } },
          { description: 'Entities whose present states are kept.', example: ['light.desk'] },
        ),
      },
      anyOf: ['entities', 'snapshot_entities'],
      check: (fields) => {
        const given = fields.entities as SceneStates | undefined;
        const twice = (fields.snapshot_entities as readonly EntityId[] | undefined)?.find((id) =>
          given?.has(id),
        );
        return twice === undefined ? undefined : `${twice} stands in both 'entities' and 'snapshot_entities'`;
      },
      handle: (fields, { access }) => {
        const given = fields.entities as SceneStates | undefined;
        const kept = scenes.snapshot((fields.snapshot_entities ?? []) as readonly EntityId[], access);
        scenes.create(String(fields.scene_id), new Map([...(given ?? []), ...kept]), access);
      },
    },
    {
      domain,
      name: 'delete',
      description: 'Takes scenes made by scene.create out of the house.',
      fields: {},
      target: { entity: [{ domain: [domain] }] },
      handle: async (_fields, { data, access }) => {
        const target = parseTarget(data);
        if (target === undefined) throw noTarget();
        const named = target.entities === 'all' ? [] : target.entities;
        const { entities: out } = excludedFrom(target, targets, machine);
        const mine = new Set([...named, ...targets.reach(target).entities]);
        await scenes.delete([...mine].filter((id) => !out.has(id) && access.may('control', id)));
      },
    },
    {
      domain,
      name: 'reload',
      description: 'Reads scenes.yaml again.',
      fields: {},
      admin: true,
      handle: () => scenes.reload(),
    },
  ];
}
