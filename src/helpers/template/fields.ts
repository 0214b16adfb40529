import { z } from 'zod';
import { messageOf } from '../../core/errors.ts';
import { schemaError } from '../../core/schema-error.ts';
import { parse } from '../../jinja/syntax/parser.ts';
import { str } from '../../jinja/values/printing.ts';

/** A template; numbers and booleans stand for themselves. */
export const template: z.ZodType<string> = z.unknown().transform((raw, context) => {
  const isText = typeof raw === 'string';
  if (!isText && typeof raw !== 'number' && typeof raw !== 'boolean') {
    context.issues.push({ code: 'custom', message: schemaError('expects_template'), input: raw });
    return z.NEVER;
  }
  const source = isText ? raw : str(raw);
  try {
    parse(source);
  } catch (error) {
    const reason = messageOf(error);
    context.issues.push({
      code: 'custom',
      message: schemaError('expects_valid_template', { reason }),
      input: raw,
    });
  }
  return source;
});

/** A sequence of actions; it is validated when it is parsed for running. */
export const actions = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())], {
  error: schemaError('expects_actions'),
});

/** The settings common to all template entities. */
export const commonFields = {
  name: template.optional(),
  unique_id: z.coerce.string().optional(),
  default_entity_id: z
    .string()
    .regex(/^[a-z0-9_]+\.[a-z0-9_]+$/, schemaError('expects_entity_id'))
    .optional(),
  icon: template.optional(),
  picture: template.optional(),
  availability: template.optional(),
  attributes: z.record(z.string(), template).optional(),
  variables: z.record(z.string(), z.unknown()).optional(),
  optimistic: z.boolean().optional(),
};

/** The settings of every kind. */
export interface TemplateConfig {
  readonly name?: string | undefined;
  readonly unique_id?: string | undefined;
  readonly default_entity_id?: string | undefined;
  readonly icon?: string | undefined;
  readonly picture?: string | undefined;
  readonly availability?: string | undefined;
  readonly attributes?: Readonly<Record<string, string>> | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
  readonly optimistic?: boolean | undefined;
}

/** A device class of a domain. */
export function deviceClass(classes: readonly string[]): z.ZodOptional<z.ZodString> {
  return z
    .string()
    .refine((name) => classes.includes(name), schemaError('expects_one_of', { words: classes.join(', ') }))
    .optional();
}
