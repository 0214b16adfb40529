import { z } from 'zod';

const Context = z.record(z.string(), z.unknown());
const ListValue = z.union([
  z
    .string()
    .transform((text) => ({ in: text, out: text as unknown, context: undefined, metadata: undefined })),
  z.looseObject({
    in: z.string(),
    out: z.unknown().optional(),
    context: Context.optional(),
    metadata: Context.optional(),
  }),
]);

const ListData = z.union([
  z.looseObject({ values: z.array(ListValue) }),
  z.looseObject({
    range: z.looseObject({
      from: z.number(),
      to: z.number(),
      step: z.number().positive().optional(),
      fractions: z.string().nullish(),
      multiplier: z.number().optional(),
    }),
  }),
  z.looseObject({ wildcard: z.literal(true) }),
]);
export type ListData = z.infer<typeof ListData>;

const Block = z.looseObject({
  sentences: z.array(z.string()),
  slots: Context.optional(),
  requires_context: Context.optional(),
  excludes_context: Context.optional(),
  response: z.string().optional(),
  metadata: Context.optional(),
  lists: z.record(z.string(), ListData).optional(),
  expansion_rules: z.record(z.string(), z.string()).optional(),
});
export type Block = z.infer<typeof Block>;

/** The sentences of a language, in the format of Home Assistant's intents. */
export const SentenceData = z.looseObject({
  language: z.string().optional(),
  intents: z.record(z.string(), z.looseObject({ data: z.array(Block) })).optional(),
  lists: z.record(z.string(), ListData).optional(),
  expansion_rules: z.record(z.string(), z.string()).optional(),
  skip_words: z.array(z.string()).optional(),
  responses: z
    .looseObject({
      intents: z.record(z.string(), z.record(z.string(), z.string())).optional(),
      errors: z.record(z.string(), z.string()).optional(),
    })
    .optional(),
});
export type SentenceData = z.infer<typeof SentenceData>;

/** Sentences with their file, if users wrote them. */
export interface SentenceSource {
  readonly data: SentenceData;
  /** Relative to the folder of custom sentences; null for sentences in the configuration. */
  readonly file?: string | null;
}
