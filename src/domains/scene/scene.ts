import { isoTime } from '../../core/clock.ts';
import { defineDomain, defineService } from '../definition/define-domain.ts';
import { float } from '../definition/field.ts';

/** When a scene was last turned on, in milliseconds since 1970. */
export interface SceneValues {
  readonly [key: string]: unknown;
  readonly activated: number | null;
}

/** How it was set up. */
export interface SceneCapabilities {
  readonly [key: string]: unknown;
  /** The entities it sets. */
  readonly entity_id: readonly string[];
  /** The id it has in its file. */
  readonly id?: string;
}

/** The transition time of lights, in seconds. */
export const transitionField = float({
  min: 0,
  max: 6553,
  clamp: true,
  formMax: 300,
  unit: 's',
  example: 2.5,
});

/** Scenes: states that entities are brought to together. */
export const sceneDomain = defineDomain<SceneValues, SceneCapabilities>({
  name: 'scene',
  title: 'Scene',
  states: 'The time it was last turned on.',
  features: {},
  deviceClasses: [],
  attributes: {
    entity_id: { description: 'The entities of the scene.', capability: true },
    id: { description: 'The `id` in its file.', capability: true },
  },
  services: [
    defineService({
      name: 'turn_on',
      fields: { transition: transitionField },
      plan: (_scene, { transition }, { now }) => ({
        service: 'turn_on',
        fields: transition === undefined ? {} : { transition },
        patch: { activated: now },
      }),
    }),
  ],
  entityTriggers: { happens: { activated: { fromUnknown: true } } },
  present: ({ values }) => ({
    state: values.activated === null ? null : isoTime(values.activated),
    attributes: {},
  }),
});
