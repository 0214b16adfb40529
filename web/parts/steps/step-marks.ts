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

/** As many marks as there are steps: those behind are taken away or made. */
export function marksFor(marks: readonly StepMark[], count: number, isOpen: boolean): readonly StepMark[] {
  if (marks.length === count) return marks;
  if (marks.length > count) return marks.slice(0, count);
  return [...marks, ...Array.from({ length: count - marks.length }, () => newMark(isOpen))];
}

/** A copy with other items in place of some; browsers of old tablets have no `toSpliced`. */
export function spliced<T>(
  list: readonly T[],
  where: { readonly at: number; readonly gone: number },
  ...items: readonly T[]
): readonly T[] {
  return [...list.slice(0, where.at), ...items, ...list.slice(where.at + where.gone)];
}
