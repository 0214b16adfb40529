import { z } from 'zod';
import { isObject } from '../../core/coerce.ts';
import { isEntityId } from '../../core/entity-id.ts';
import { show } from '../../core/parse.ts';
import { schemaError } from '../../core/schema-error.ts';
import type { SavedState } from '../../domains/definition/reproduce.ts';

/** The most entities of one scene. */
const MAX_ENTITIES = 2000;

/** The target states of a scene. */
export type SceneStates = ReadonlyMap<string, SavedState>;

/**
 * `{entity_id: state}` or `{entity_id: {state, …attributes}}`; true and false mean on and off, as YAML parses
 * those words.
 */
export const sceneStatesSchema: z.ZodType<SceneStates> = z.unknown().transform((value, context) => {
  const refuse = (message: string): never => {
    context.issues.push({ code: 'custom', message, input: value });
    return z.NEVER;
  };
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refuse(schemaError('expects_states_by_entity'));
  const states = new Map<string, SavedState>();
  const entries = Object.entries(value);
  if (entries.length > MAX_ENTITIES)
    return refuse(schemaError('expects_at_most_entities', { max: MAX_ENTITIES }));
  for (const [id, requested] of entries) {
    const entityId = id.trim().toLowerCase();
    if (!isEntityId(entityId)) return refuse(schemaError('expects_entity_ids_as_keys', { key: show(id) }));
    const state = readState(requested);
    if (state === undefined) return refuse(schemaError('expects_state_as_text', { entity_id: entityId }));
    states.set(entityId, state);
  }
  return states;
});

function readState(requested: unknown): SavedState | undefined {
  const { state, ...attributes }: Record<string, unknown> = isObject(requested)
    ? { ...requested }
    : { state: requested };
  if (typeof state === 'boolean') return { state: state ? 'on' : 'off', attributes };
  return typeof state === 'string' ? { state, attributes } : undefined;
}

/** A scene of `scenes.yaml`. */
export const SceneConfig = z.looseObject({
  id: z.union([z.string(), z.number()]).transform(String).optional(),
  name: z.string().min(1),
  icon: z.string().optional(),
  entities: sceneStatesSchema,
});
export type SceneConfig = z.infer<typeof SceneConfig>;
