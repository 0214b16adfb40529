/** One of several to choose from. */
export interface Choice {
  readonly id: string;
  readonly name: string;
}

/** What of the house is chosen. */
export type Chosen = 'entity' | 'device' | 'area' | 'floor' | 'label';

/** How a value is filled in. */
export type FieldKind =
  | {
      readonly kind: 'text';
      readonly maxLength?: number;
      readonly isCode?: boolean;
      readonly type?: 'password';
    }
  | { readonly kind: 'long_text'; readonly isCode?: boolean }
  | {
      readonly kind: 'number';
      readonly min?: number | undefined;
      readonly max?: number | undefined;
      readonly step?: number | 'any' | undefined;
      readonly unit?: string | undefined;
    }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'select'; readonly options: readonly Choice[] }
  | { readonly kind: 'checks'; readonly options: readonly Choice[] }
  | { readonly kind: 'several'; readonly options: readonly Choice[] }
  | {
      readonly kind: 'choose';
      readonly what: Chosen;
      readonly isMultiple?: boolean;
      readonly domains?: readonly string[];
    }
  | { readonly kind: 'list' }
  | {
      readonly kind:
        | 'time'
        | 'date'
        | 'datetime'
        | 'duration'
        | 'color'
        | 'icon'
        | 'yaml'
        | 'target'
        | 'week';
    };

/** A value to be filled in, and what it is called. */
export type FormField = FieldKind & {
  /** The key of the value. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly isRequired?: boolean | undefined;
  /** Asked for only where this holds of the other values. */
  readonly isFor?: (values: FormValues) => boolean;
};

/** What has been filled in, by name; what is missing has been left out. */
export type FormValues = Readonly<Record<string, unknown>>;

/** The fields that are asked for, given what is filled in so far. */
export function fieldsFor(fields: readonly FormField[], values: FormValues): readonly FormField[] {
  return fields.filter(({ isFor }) => isFor === undefined || isFor(values));
}

/** The names of what must be filled in and is not. */
export function missingIn(fields: readonly FormField[], values: FormValues): string[] {
  return fieldsFor(fields, values)
    .filter(({ name, isRequired }) => isRequired === true && isEmpty(values[name]))
    .map(({ name }) => name);
}

/** The values with one more, or without it where nothing was filled in. */
export function withValue(values: FormValues, name: string, value: unknown): FormValues {
  const { [name]: _before, ...others } = values;
  return value === undefined || value === '' ? others : { ...others, [name]: value };
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
}
