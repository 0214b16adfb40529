import { z } from 'zod';

type Schema = Readonly<Record<string, unknown>>;

/** A value the schema takes, more or less: enough to get past it in most cases. `fill` decides for keys it knows; `all` adds what is optional. */
export function sample(schema: z.ZodType, fill: (key: string) => unknown, all: boolean): unknown {
  return fromSchema(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }) as Schema, {
    fill,
    all,
    key: '',
  });
}

interface Wish {
  readonly fill: (key: string) => unknown;
  readonly all: boolean;
  readonly key: string;
}

function fromSchema(schema: Schema, wish: Wish): unknown {
  const known = wish.fill(wish.key);
  if (known !== undefined) return schema.type === 'array' && !Array.isArray(known) ? [known] : known;
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const [choice] = (schema.anyOf ?? schema.oneOf ?? []) as Schema[];
  if (choice !== undefined) return fromSchema(choice, wish);
  switch (schema.type) {
    case 'integer':
    case 'number':
      return Math.max(1, Number(schema.minimum ?? 1));
    case 'boolean':
      return true;
    case 'array':
      return [fromSchema((schema.items ?? {}) as Schema, wish)];
    case 'object':
      return objectOf(schema, wish);
    default:
      return 'x';
  }
}

function objectOf(schema: Schema, wish: Wish): Record<string, unknown> {
  const required = new Set((schema.required ?? []) as string[]);
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  return Object.fromEntries(
    properties
      .filter(([key]) => key !== 'id' && key !== 'type' && (wish.all || required.has(key)))
      .map(([key, value]) => [key, fromSchema(value, { ...wish, key })]),
  );
}
