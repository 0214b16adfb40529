import type { FormField, FormValues } from './form-field.ts';
import { fieldOf, type WireField } from './wire-selector.ts';

/** Fields of the wire by name; those of a section stand below it. */
export type WireFields = Readonly<
  Record<string, WireField & { readonly fields?: Readonly<Record<string, WireField>> }>
>;

/** All fields, those of sections among them: a call carries them side by side. */
export function spreadOut(fields: WireFields = {}): readonly (readonly [string, WireField])[] {
  return Object.entries(fields).flatMap(([name, one]): (readonly [string, WireField])[] =>
    one.fields === undefined ? [[name, one]] : Object.entries(one.fields),
  );
}

/** The fields of a form in which somebody says what a script is to work with. */
export function inputFields(fields: WireFields): readonly FormField[] {
  return spreadOut(fields).map(([name, wire]) => {
    const field = fieldOf(name, wire);
    const { isRequired: _unsaid, ...rest } = field;
    // With a value to begin with, a switch is on or off.
    return field.kind === 'boolean' && wire.default !== undefined ? rest : field;
  });
}

/** What such a form holds before anybody has said anything. */
export function inputDefaults(fields: WireFields): FormValues {
  return Object.fromEntries(
    spreadOut(fields).flatMap(([name, { default: value }]) => (value == null ? [] : [[name, value]])),
  );
}
