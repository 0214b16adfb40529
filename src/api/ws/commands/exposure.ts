import { z } from 'zod';
import { ChangedEntitiesShape, ExposedEntitiesShape, ExposesNewShape } from '../../shapes/assist-shapes.ts';
import { Nothing } from '../../shapes/plain-shapes.ts';
import { type Command, defineCommand } from '../command.ts';

const ASSISTANTS = ['cloud.alexa', 'cloud.google_assistant', 'conversation'] as const;
const assistant = z.enum(ASSISTANTS);
type Assistant = z.infer<typeof assistant>;

/** Which entities assistants may use. */
export interface ExposureChoices {
  /** The assistants each entity is exposed to. */
  list(): Readonly<Record<string, Readonly<Record<string, true>>>>;
  /** Resolves with the entities it changed. */
  expose(ids: readonly string[], to: readonly Assistant[], should: boolean): Promise<readonly string[]>;
  exposesNew(assistant: Assistant): boolean;
  setExposesNew(assistant: Assistant, should: boolean): Promise<void>;
}

/** `homeassistant/expose_entity` and its relatives. */
export function exposureCommands(exposure: ExposureChoices): Command[] {
  return [
    defineCommand({
      type: 'homeassistant/expose_entity',
      changes: 'undoable',
      permission: 'admin',
      summary: 'Exposes entities to assistants, or hides them',
      result: ChangedEntitiesShape,
      fields: {
        assistants: z.array(assistant),
        entity_ids: z.array(z.string()).max(100_000),
        should_expose: z.boolean(),
      },
      handle: async ({ message: { assistants, entity_ids, should_expose } }) => ({
        changed_entity_ids: await exposure.expose(entity_ids, assistants, should_expose),
      }),
    }),
    defineCommand({
      type: 'homeassistant/expose_entity/list',
      permission: 'admin',
      summary: 'Lists the entities that are exposed to assistants',
      result: ExposedEntitiesShape,
      fields: {},
      handle: () => ({ exposed_entities: exposure.list() }),
    }),
    defineCommand({
      type: 'homeassistant/expose_new_entities/get',
      permission: 'admin',
      summary: 'Returns whether new entities are exposed to an assistant',
      result: ExposesNewShape,
      fields: { assistant },
      handle: ({ message }) => ({ expose_new: exposure.exposesNew(message.assistant) }),
    }),
    defineCommand({
      type: 'homeassistant/expose_new_entities/set',
      changes: 'undoable',
      permission: 'admin',
      summary: 'Sets whether new entities are exposed to an assistant',
      result: Nothing,
      fields: { assistant, expose_new: z.boolean() },
      handle: ({ message }) => exposure.setExposesNew(message.assistant, message.expose_new),
    }),
  ];
}
