import { z } from 'zod';
import { message } from '../../core/messages.ts';
import { schemaError } from '../../core/schema-error.ts';
import { custom, textSchema } from '../../domains/definition/field.ts';
import { transitionField } from '../../domains/scene/scene.ts';
import { parseTarget, type TargetResolver } from '../../entities/registry/targets.ts';
import { excludedFrom } from '../../entities/services/excluded.ts';
import { entityIdListSchema } from '../../entities/services/group-members.ts';
import { definePlainService, type PlainService } from '../../entities/services/service.ts';
import { noTarget } from '../../entities/services/service-call.ts';
import { type ApplyParts, applyStates } from './apply-states.ts';
import { sceneStatesSchema } from './scene-config.ts';
import type { Scenes } from './scenes.ts';

/** The dependencies of the scene services. */
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
    definePlainService({
      domain,
      name: 'apply',
      fields: {
        entities: custom(sceneStatesSchema, { object: null }, { ...states, required: true, example }),
        transition: transitionField,
      },
      handle: ({ entities, transition }, { access, context }) =>
        applyStates(parts, entities, { access, context, transition }),
    }),
    definePlainService({
      domain,
      name: 'create',
      fields: {
        scene_id: custom(
          textSchema.pipe(
            z.string().regex(/^[a-z0-9]+(_[a-z0-9]+)*$/, schemaError('expects_slug', { example: 'evening' })),
          ),
          { text: null },
          { required: true, example: 'evening' },
        ),
        entities: custom(sceneStatesSchema, { object: null }, { ...states, example }),
        snapshot_entities: custom(
          entityIdListSchema,
          { entity: { multiple: true } },
          { example: ['light.desk'] },
        ),
      },
      anyOf: ['entities', 'snapshot_entities'],
      check: ({ entities, snapshot_entities: saved }) => {
        const twice = saved?.find((id) => entities?.has(id));
        return twice === undefined ? undefined : message('entity_in_both', { entity_id: twice });
      },
      handle: ({ scene_id: id, entities = [], snapshot_entities: saved = [] }, { access }) =>
        scenes.create(id, new Map([...entities, ...scenes.snapshot(saved, access)]), access),
    }),
    {
      domain,
      name: 'delete',
      fields: {},
      target: { entity: [{ domain: [domain] }] },
      handle: async (_fields, { data, access }) => {
        const target = parseTarget(data);
        if (target === undefined) throw noTarget();
        const named = target.entities === 'all' ? [] : target.entities;
        const { entities: out } = excludedFrom(target, targets, machine);
        const reached = [...targets.reach(target).entities].filter((id) => access.may('control', id));
        const ids = [...new Set([...named, ...reached])].filter((id) => !out.has(id));
        await scenes.delete(ids, access);
      },
    },
    {
      domain,
      name: 'reload',
      fields: {},
      admin: true,
      handle: () => scenes.reload(),
    },
  ];
}
