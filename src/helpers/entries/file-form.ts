import { z } from 'zod';
import { isEntityId } from '../../core/entity-id.ts';
import { schemaError } from '../../core/schema-error.ts';
import { durationSchema, textSchema } from '../../domains/definition/field.ts';
import type { FileForm, FileHelper } from './entry-kind.ts';

export const entityIdSchema = z
  .string(schemaError('expects_entity_id'))
  .refine(isEntityId, schemaError('expects_entity_id'));

/** A duration, in the form in which flows store it. */
export const fileDurationSchema = durationSchema
  .refine((length) => length >= 0, schemaError('expects_duration'))
  .transform((milliseconds) => ({ milliseconds }));

/** One of the given texts. */
export function oneOf(words: readonly string[]): z.ZodType<string> {
  return z.enum(words, schemaError('expects_one_of', { words: words.join(', ') }));
}

/**
 * The form of a kind whose items are one helper each; `fields` have the keys of the flow's options. A name that is
 * not given may follow from them.
 */
export function singleFileForm<Fields extends z.ZodRawShape>(
  section: FileForm['section'],
  {
    fields,
    name: standard,
    check = () => undefined,
  }: {
    readonly fields: Fields;
    readonly name: string | ((options: Readonly<Record<string, unknown>>) => string);
    /** Why the values do not fit together. */
    readonly check?: (options: Readonly<Record<string, unknown>>) => string | undefined;
  },
): FileForm {
  const item = z.strictObject({
    platform: z.string(),
    name: textSchema.optional(),
    unique_id: textSchema.optional(),
    ...fields,
  });
  const schema = item.transform((given, context): readonly FileHelper[] => {
    const { platform: _platform, name, unique_id: uniqueId, ...options } = given as FileItem;
    const problem = check(options);
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem, input: given });
    return [
      { uniqueId, name: name ?? (typeof standard === 'string' ? standard : standard(options)), options },
    ];
  });
  return { section, schema };
}

interface FileItem {
  readonly platform: string;
  readonly name?: string | undefined;
  readonly unique_id?: string | undefined;
  readonly [option: string]: unknown;
}
