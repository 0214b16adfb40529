import type { FormField } from '../form/form-field.ts';

/** What the page remembers of a step that the step itself does not say. */
export interface StepMark {
  /** Stays the same while the step is moved and changed. */
  readonly key: number;
  readonly isOpen: boolean;
  /** Whether its writer wants to see it as YAML. */
  readonly asYaml: boolean;
  /** Which fields stand in sight, settled when it is first drawn: none moves while it is filled in. */
  inSight?: { readonly of: string; readonly names: ReadonlySet<string> };
}

let last = 0;

/** A mark for a step that is new on the page. */
export function newMark(isOpen: boolean, asYaml = false): StepMark {
  return { key: ++last, isOpen, asYaml };
}

/** The names of the fields that stand in sight: settled anew only where the step has other fields. */
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

/** As many marks as there are steps: those behind are taken away or made. */
export function marksFor(marks: readonly StepMark[], count: number, isOpen: boolean): readonly StepMark[] {
  if (marks.length === count) return marks;
  if (marks.length > count) return marks.slice(0, count);
  return [...marks, ...Array.from({ length: count - marks.length }, () => newMark(isOpen))];
}
