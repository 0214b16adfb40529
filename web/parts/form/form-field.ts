/** One of several options. */
export interface Choice {
  readonly id: string;
  readonly name: string;
  /** Distinguishes it from others of the same name: its location or ID. */
  readonly detail?: string | undefined;
  /** A path from the icon set. */
  readonly iconPath?: string | undefined;
}

/** A very long list of options, collected on demand. */
export interface ChoiceSource {
  all(): readonly Choice[];
  find(id: string): Choice | undefined;
}

/** Limits the entities of a field; all given criteria must match. */
export interface EntityFilter {
  readonly domains?: readonly string[] | undefined;
  readonly classes?: readonly string[] | undefined;
  readonly units?: readonly string[] | undefined;
  readonly integration?: string | undefined;
  /** Bit masks of features; all bits of at least one mask must be set. */
  readonly features?: readonly number[] | undefined;
}

/** The type of item to choose. */
export type Chosen = 'entity' | 'device' | 'area' | 'floor' | 'label';

/** The part of an automation that steps belong to. */
export type StepPlace = 'triggers' | 'conditions' | 'actions';

/** The type of a field. */
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
      /** Whether to add a slider; requires both limits. */
      readonly isSlider?: boolean;
    }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'select'; readonly options: readonly Choice[] }
  | { readonly kind: 'checks'; readonly options: readonly Choice[] }
  /** Several of a few options, with `isTyped` also other values. */
  | { readonly kind: 'several'; readonly options: readonly Choice[]; readonly isTyped?: boolean }
  /** One of many options, with `isTyped` also other values. */
  | { readonly kind: 'pick'; readonly options: readonly Choice[]; readonly isTyped?: boolean }
  | {
      readonly kind: 'choose';
      readonly what: Chosen;
      readonly isMultiple?: boolean;
      readonly domains?: readonly string[];
      readonly filters?: readonly EntityFilter[];
    }
  | { readonly kind: 'target'; readonly filters?: readonly EntityFilter[] }
  /** A state, or an attribute value, that the entities of the form can have. */
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
  /** A device automation of the device under `device_id`. */
  | { readonly kind: 'device_automation'; readonly of: 'trigger' | 'condition' | 'action' }
  /** A list of items with fields of their own. */
  | {
      readonly kind: 'rows';
      readonly fields: readonly FormField[];
      readonly add: string;
      readonly title: (number: number) => string;
      /** Whether the rows are directly below the title of a dialog. */
      readonly isTop?: boolean;
    }
  /** A mapping with fields of its own. */
  | { readonly kind: 'group'; readonly fields: readonly FormField[] }
  /** A group of fields whose values are part of the form's. */
  | { readonly kind: 'section'; readonly fields: readonly FormField[]; readonly isFolded?: boolean }
  | { readonly kind: 'list' }
  | { readonly kind: 'time' | 'date' | 'datetime' | 'color' | 'icon' | 'yaml' | 'week' | 'swatch' };

/** A field of a form. */
export type FormField = FieldKind & {
  /** The key of the value. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly isRequired?: boolean | undefined;
  /** Whether its value is only shown, such as what an earlier step has decided. */
  readonly isFixed?: boolean | undefined;
  /** Whether the field applies, depending on the other values. */
  readonly isFor?: (values: FormValues) => boolean;
};

/** The values of a form by name; empty fields are missing. */
export type FormValues = Readonly<Record<string, unknown>>;

/** The fields that apply to the current values. */
export function fieldsFor(fields: readonly FormField[], values: FormValues): readonly FormField[] {
  return fields.filter(({ isFor }) => isFor === undefined || isFor(values));
}

/** The names of required fields that are empty. */
export function missingIn(fields: readonly FormField[], values: FormValues): string[] {
  return fieldsFor(fields, values).flatMap((field) => {
    if (field.kind === 'section') return missingIn(field.fields, values);
    return field.isRequired === true && isEmpty(values[field.name]) ? [field.name] : [];
  });
}

/** The values with one set, or removed if it is empty. */
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
