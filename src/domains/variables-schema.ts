import { z } from 'zod';

/** Names with values of any kind. */
export const variablesSchema: z.ZodType<Readonly<Record<string, unknown>>> = z
  .unknown()
  .transform((value, context) => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Readonly<Record<string, unknown>>;
    context.issues.push({ code: 'custom', message: 'Expected object', input: value });
    return z.NEVER;
  });
