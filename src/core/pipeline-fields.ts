import { z } from 'zod';

/** What a client may set of a pipeline of an assistant. */
export const PipelineFields = z.object({
  conversation_engine: z.string().max(255),
  conversation_language: z.string().max(64),
  language: z.string().max(64),
  name: z.string().max(255),
  stt_engine: z.string().max(255).nullable(),
  stt_language: z.string().max(64).nullable(),
  tts_engine: z.string().max(255).nullable(),
  tts_language: z.string().max(64).nullable(),
  tts_voice: z.string().max(255).nullable(),
  wake_word_entity: z.string().max(255).nullable(),
  wake_word_id: z.string().max(255).nullable(),
  prefer_local_intents: z.boolean().optional(),
});
export type PipelineFields = Readonly<z.infer<typeof PipelineFields>>;
