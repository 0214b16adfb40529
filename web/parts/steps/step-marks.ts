import type { FormField } from '../form/form-field.ts';

/** The view state of a step. */
export interface StepMark {
  /** Stays the same when the step is moved or changed. */
  readonly key: number;
  readonly isOpen: boolean;
  /** Whether the user chose to edit it as YAML. */
  readonly asYaml: boolean;
  /** The visible fields, determined at the first render so that none moves while it is edited. */
  inSight?: { readonly of: string; readonly names: ReadonlySet<string> };
}

let last = 0;

/** The view state of a new step. */
export function newMark(isOpen: boolean, asYaml = false): StepMark {
  return { key: ++last, isOpen, asYaml };
}

/** The names of the visible fields; only recomputed if the step has other fields. */
export function namesInSight(
  mark: StepMark,
  fields: readonly FormField[],
  isMain: (field: FormField) => boolean,
): ReadonlySet<string> {
  const of = fields.map(({ name }) => name).join(' ');
  if (mark.inSight?.of === of) return mark.inSight.names;
  const names = new Set(fields.filter(isMain).map(({ name }) => name));
  mark.inSight = { of, names };
  return names;
}

/** Adjusts the number of view states to that of the steps, at the end. */
export function marksFor(marks: readonly StepMark[], count: number, isOpen: boolean): readonly StepMark[] {
  if (marks.length === count) return marks;
  if (marks.length > count) return marks.slice(0, count);
  return [...marks, ...Array.from({ length: count - marks.length }, () => newMark(isOpen))];
}
