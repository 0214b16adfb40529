import type { Fault } from '../form/fault.ts';
import { type FormField, type FormValues, fieldsFor } from '../form/form-field.ts';

/** Translates the path of a fault from the step to the form, whose fields may be nested differently. */
export function innerFault(
  fault: Fault | undefined,
  fields: readonly FormField[],
  values: FormValues,
): Fault | undefined {
  if (fault === undefined || isPlaced(fault, fields, values)) return fault;
  const deeper = { ...fault, path: fault.path.slice(1) };
  return isPlaced(deeper, fields, values) ? deeper : fault;
}

/** Whether the form has a field at the fault's path. */
export function isPlaced({ path }: Fault, fields: readonly FormField[], values: FormValues): boolean {
  return fieldsFor(fields, values).some(({ name }) => name === path[0]);
}
