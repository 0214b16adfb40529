import { z } from 'zod';
import { isObject } from '../../core/coerce.ts';
import type { Json } from '../../core/json.ts';
import {
  booleanSchema,
  custom,
  type Field,
  type Fields,
  floatSchema,
  type Selector,
  textListSchema,
  textSchema,
} from '../../domains/definition/field.ts';

const word = z.string().regex(/^[a-z][a-z0-9_]{0,99}$/, 'expected a lower-case name such as `play_sound`');
const selector = z
  .record(z.string().max(50), z.unknown())
  .refine((value) => Object.keys(value).length === 1, 'expected one selector such as { "text": null }');

/** A service as an integration declares it, in its manifest or while it runs. */
export const DeclaredService = z.strictObject({
  fields: z
    .record(
      z.string().min(1).max(100),
      z.strictObject({
        selector: selector.default({ text: null }),
        required: z.boolean().default(false),
        example: z.unknown().optional(),
        default: z.unknown().optional(),
        /** Its name and description; those of the manifest are in `services` of `locales/<language>.json`. */
        name: z.string().max(200).exactOptional(),
        description: z.string().max(1000).exactOptional(),
      }),
    )
    .refine((fields) => Object.keys(fields).length <= 100, 'expected at most 100 fields')
    .default({}),
  /** Whether it acts on entities of the integration: those whose domains are listed, or all for an empty list. */
  target: z.array(z.string().max(50)).max(30).exactOptional(),
  response: z.enum(['none', 'optional', 'only']).default('none'),
  name: z.string().max(200).exactOptional(),
  description: z.string().max(1000).exactOptional(),
});
export type DeclaredService = Readonly<z.infer<typeof DeclaredService>>;

/** The services of an integration by their names, without the domain. */
export const DeclaredServices = z
  .record(word, DeclaredService)
  .refine((services) => Object.keys(services).length <= 200, 'expected at most 200 services');

/** The fields that validate the calls of a declared service. */
export function fieldsOf({ fields }: DeclaredService): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldOf(field)]));
}

type Declared = DeclaredService['fields'][string];

function fieldOf({ selector: given, required, example, default: initial }: Declared): Field {
  const schema: z.ZodType<unknown> = schemaOf(given);
  return custom(required ? schema : schema.nullable(), given as Selector, {
    ...(required ? { required } : {}),
    ...(example === undefined ? {} : { example: example as Json }),
    ...(initial === undefined ? {} : { default: initial as Json }),
  });
}

/** What a selector lets users enter; selectors without a plain kind of value take anything. */
function schemaOf(given: Readonly<Record<string, unknown>>): z.ZodType<unknown> {
  const [[kind, options] = ['', null]] = Object.entries(given);
  const facts = isObject(options) ? (options as Readonly<Record<string, unknown>>) : {};
  const isList = facts.multiple === true;
  switch (kind) {
    case 'number':
      return floatSchema({
        ...(typeof facts.min === 'number' ? { min: facts.min } : {}),
        ...(typeof facts.max === 'number' ? { max: facts.max } : {}),
      });
    case 'boolean':
      return isList ? z.array(booleanSchema) : booleanSchema;
    case 'text':
    case 'entity':
    case 'device':
    case 'area':
    case 'template':
    case 'select':
      return isList ? textListSchema : textSchema;
    default:
      return z.json();
  }
}
