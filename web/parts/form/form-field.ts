/** One of several to choose from. */
export interface Choice {
  readonly id: string;
  readonly name: string;
  /** What tells it from others of the name: where it is, what its id is. */
  readonly detail?: string | undefined;
  /** A drawing of the icon set. */
  readonly drawing?: string | undefined;
}

/** Very many to choose from: gathered when they are asked for. */
export interface ChoiceSource {
  all(): readonly Choice[];
  find(id: string): Choice | undefined;
}

/** Which entities a field is for; all that is said of them must hold. */
export interface EntityFilter {
  readonly domains?: readonly string[] | undefined;
  readonly classes?: readonly string[] | undefined;
  readonly units?: readonly string[] | undefined;
  readonly integration?: string | undefined;
  /** Of each number all bits, and of one number at least. */
  readonly features?: readonly number[] | undefined;
}

/** What of the house is chosen. */
export type Chosen = 'entity' | 'device' | 'area' | 'floor' | 'label';

/** Which part of an automation steps belong to. */
export type StepPlace = 'triggers' | 'conditions' | 'actions';

/** How a value is filled in. */
export type FieldKind =
  | {
      readonly kind: 'text';
      readonly maxLength?: number;
      readonly isCode?: boolean;
      readonly type?: 'password' | 'email' | 'url' | 'tel' | 'search' | undefined;
      readonly unit?: string | undefined;
    }
  | { readonly kind: 'long_text'; readonly isCode?: boolean }
  | {
      readonly kind: 'number';
      readonly min?: number | undefined;
      readonly max?: number | undefined;
      readonly step?: number | 'any' | undefined;
      readonly unit?: string | undefined;
      /** Whether a slider stands beside it; it takes both limits. */
      readonly isSlider?: boolean;
    }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'select'; readonly options: readonly Choice[] }
  | { readonly kind: 'checks'; readonly options: readonly Choice[] }
  /** Several of a few, or with `isTyped` also others. */
  | { readonly kind: 'several'; readonly options: readonly Choice[]; readonly isTyped?: boolean }
  /** One of many, or with `isTyped` also others. */
  | { readonly kind: 'pick'; readonly options: readonly Choice[]; readonly isTyped?: boolean }
  | {
      readonly kind: 'choose';
      readonly what: Chosen;
      readonly isMultiple?: boolean;
      readonly domains?: readonly string[];
      readonly filters?: readonly EntityFilter[];
    }
  | { readonly kind: 'target'; readonly filters?: readonly EntityFilter[] }
  /** One of the states, or of the values of an attribute, that the entities of the form can have. */
  | { readonly kind: 'state'; readonly attribute?: string | undefined; readonly isMultiple?: boolean }
  | { readonly kind: 'attribute' }
  | { readonly kind: 'constant'; readonly value: unknown }
  /** `HH:MM:SS`, or with `isMapping` numbers by unit. */
  | {
      readonly kind: 'duration';
      readonly hasDays?: boolean;
      readonly isSigned?: boolean;
      readonly isMapping?: boolean;
    }
  | { readonly kind: 'steps'; readonly place: StepPlace }
  /** One of what a device offers: the device stands under `device_id`. */
  | { readonly kind: 'device_deed'; readonly of: 'trigger' | 'condition' | 'action' }
  /** Several of the same, each with fields of its own. */
  | {
      readonly kind: 'rows';
      readonly fields: readonly FormField[];
      readonly add: string;
      readonly title: (number: number) => string;
    }
  /** A mapping with fields of its own. */
  | { readonly kind: 'group'; readonly fields: readonly FormField[] }
  /** Fields that stand together; their values are among those of the form. */
  | { readonly kind: 'section'; readonly fields: readonly FormField[]; readonly isFolded?: boolean }
  | { readonly kind: 'list' }
  | { readonly kind: 'time' | 'date' | 'datetime' | 'color' | 'icon' | 'yaml' | 'week' | 'swatch' };

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
  return fieldsFor(fields, values).flatMap((field) => {
    if (field.kind === 'section') return missingIn(field.fields, values);
    return field.isRequired === true && isEmpty(values[field.name]) ? [field.name] : [];
  });
}

/** The values with one more, or without it where nothing was filled in. */
export function withValue(values: FormValues, name: string, value: unknown): FormValues {
  if (value !== undefined && value !== '') return { ...values, [name]: value };
  const { [name]: _before, ...others } = values;
  return others;
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
}
