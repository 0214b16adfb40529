import type { FormField, FormValues } from './form-field.ts';
import { fieldOf, type WireField } from './wire-selector.ts';

/** Field descriptions of the server by name; sections contain fields. */
export type WireFields = Readonly<
  Record<string, WireField & { readonly fields?: Readonly<Record<string, WireField>> }>
>;

/** All fields, including those in sections, which a call passes at the same level. */
export function spreadOut(fields: WireFields = {}): readonly (readonly [string, WireField])[] {
  return Object.entries(fields).flatMap(([name, one]): (readonly [string, WireField])[] =>
    one.fields === undefined ? [[name, one]] : Object.entries(one.fields),
  );
}

/** The fields of the form for a script's inputs. */
export function inputFields(fields: WireFields): readonly FormField[] {
  return spreadOut(fields).map(([name, wire]) => {
    const field = fieldOf(name, wire);
    const { isRequired: _unsaid, ...rest } = field;
    // With a default, a boolean has no "not set" option.
    return field.kind === 'boolean' && wire.default !== undefined ? rest : field;
  });
}

/** The initial values of such a form. */
export function inputDefaults(fields: WireFields): FormValues {
  return Object.fromEntries(
    spreadOut(fields).flatMap(([name, { default: value }]) => (value == null ? [] : [[name, value]])),
  );
}
