import type { Fault } from '../form/fault.ts';
import { type FormField, type FormValues, fieldsFor } from '../form/form-field.ts';

/** A fault as the form's fields call it: some stand deeper in the step than in the form. */
export function innerFault(
  fault: Fault | undefined,
  fields: readonly FormField[],
  values: FormValues,
): Fault | undefined {
  if (fault === undefined || isPlaced(fault, fields, values)) return fault;
  const deeper = { ...fault, path: fault.path.slice(1) };
  return isPlaced(deeper, fields, values) ? deeper : fault;
}

/** Whether a field of the form stands where the fault is. */
export function isPlaced({ path }: Fault, fields: readonly FormField[], values: FormValues): boolean {
  return fieldsFor(fields, values).some(({ name }) => name === path[0]);
}
