import { z } from 'zod';

type JsonSchema = Readonly<Record<string, unknown>>;

/** The dialect of JSON Schema: that of OpenAPI 3.1, or that of AsyncAPI 3. */
export type Dialect = 'draft-2020-12' | 'draft-7';

const DEFINITIONS = /^#\/(?:\$defs|definitions)\//;
const SHARED = '#/components/schemas/';

/** JSON Schemas of one document. Schemas with an ID become shared components of it. */
export class JsonSchemas {
  /** The shared schemas by ID, for `components.schemas`. */
  readonly shared: Record<string, unknown> = {};
  private readonly dialect: Dialect;

  constructor(dialect: Dialect) {
    this.dialect = dialect;
  }

  /** The schema of what clients send. */
  input(schema: z.ZodType): JsonSchema {
    return this.convert(schema, 'input');
  }

  /** The schema of what they receive. */
  output(schema: z.ZodType): JsonSchema {
    return this.convert(schema, 'output');
  }

  private convert(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    // As a part of another schema, one with an ID becomes a definition, too.
    const whole = z.toJSONSchema(z.object({ part: schema }), {
      target: this.dialect,
      io,
      unrepresentable: 'any',
    });
    for (const [id, definition] of Object.entries(whole.$defs ?? whole.definitions ?? {}))
      this.shared[id] ??= withSharedRefs(definition);
    return withSharedRefs(whole.properties?.part ?? {}) as JsonSchema;
  }
}

/** A copy whose references lead to the components of the document, without IDs of their own. */
function withSharedRefs(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withSharedRefs);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => !((key === 'id' || key === '$id') && typeof value === 'string'))
      .map(([key, value]) => [
        key,
        key === '$ref' && typeof value === 'string'
          ? value.replace(DEFINITIONS, SHARED)
          : withSharedRefs(value),
      ]),
  );
}
