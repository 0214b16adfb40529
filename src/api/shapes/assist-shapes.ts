import { z } from 'zod';
import { AnyObject, Names, object } from './plain-shapes.ts';

export const ChangedEntitiesShape = object({ changed_entity_ids: Names });
/** The assistants each entity is exposed to. */
export const ExposedEntitiesShape = object({
  exposed_entities: z.record(z.string(), z.record(z.string(), z.literal(true))),
});
export const ExposesNewShape = object({ expose_new: z.boolean() });
export const AgentsShape = object({
  agents: z.array(object({ id: z.string(), name: z.string(), supported_languages: Names })),
});
export const TriggerSentencesShape = object({ trigger_sentences: Names });
/** How sentences are understood. */
export const UnderstoodShape = object({ results: z.array(AnyObject.nullable()) });
/** How an assistant hears, understands and speaks. */
export const PipelineShape = object({ id: z.string(), name: z.string(), language: z.string() });
export const PipelinesShape = object({ pipelines: z.array(PipelineShape), preferred_pipeline: z.string() });
export const LanguagesShape = object({ languages: Names });
