import { z } from 'zod';
import { isEntityId } from '../../core/entity-id.ts';
import { schemaError } from '../../core/schema-error.ts';

const REFUSED = schemaError('expects_entity_ids');

const entityIdSchema = z
  .string({ error: REFUSED })
  .transform((text) => text.toLowerCase())
  .refine(isEntityId, { error: schemaError('expects_entity_id') });

/** One entity ID or a list of them, normalized to a lowercase list; null is the empty list. */
export const entityIdsSchema: z.ZodType<readonly string[]> = z.preprocess(
  (value) => {
    if (value === null) return [];
    return typeof value === 'string' ? [value] : value;
  },
  z.array(entityIdSchema, { error: REFUSED }),
);
