import { z } from 'zod';
import { isObject } from '../../core/coerce.ts';
import { schemaError } from '../../core/schema-error.ts';

/** Names with values of any kind. */
export const variablesSchema: z.ZodType<Readonly<Record<string, unknown>>> = z
  .unknown()
  .transform((value, context) => {
    if (isObject(value)) return value as Readonly<Record<string, unknown>>;
    context.issues.push({ code: 'custom', message: schemaError('expects_object'), input: value });
    return z.NEVER;
  });
