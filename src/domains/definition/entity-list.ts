import { z } from 'zod';
import { isEntityId } from '../../core/entity-id.ts';

const REFUSED = 'Expected entity id or list of entity ids';

const entityIdSchema = z
  .string({ error: REFUSED })
  .transform((text) => text.toLowerCase())
  .refine(isEntityId, { error: 'Expected entity id' });

/** One entity id or a list of them, always given as a list in lower case; null is the empty list. */
export const entityIdsSchema: z.ZodType<readonly string[]> = z.preprocess(
  (value) => {
    if (value === null) return [];
    return typeof value === 'string' ? [value] : value;
  },
  z.array(entityIdSchema, { error: REFUSED }),
);
