import { configFault } from '../config/config-problem.ts';
import type { ActionKind } from './action.ts';
import { callService } from './call.ts';

/** `scene`: activates a scene. */
export const sceneAction: ActionKind = {
  keys: ['scene'],
  parse: (keys, help) => {
    const scene = keys.text('scene').trim().toLowerCase();
    keys.raw('metadata');
    if (!/^scene\.[a-z\d_]+$/.test(scene)) throw configFault('expected_scene', keys.at('scene'), { scene });
    help.mentions.entities.add(scene);
    return function* (step) {
      step.traced.result({ scene });
      yield* callService(step, { domain: 'scene', service: 'turn_on', data: { entity_id: scene } });
    };
  },
};
