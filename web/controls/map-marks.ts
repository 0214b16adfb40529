import type { Mark } from './map-plan.ts';

/** How close marks may be before they are drawn beside each other, in units of the drawing. */
const NEAR = 22;
const MAX_RINGS = 8;

/** Moves marks that would cover each other onto a small circle around their place. */
export function spreadMarks(marks: readonly Mark[]): readonly Mark[] {
  const groups: Mark[][] = [];
  const groupOf = new Map<Mark, Mark[]>();
  for (const mark of marks) {
    const near = groups.find(([first]) => first && Math.hypot(first.x - mark.x, first.y - mark.y) < NEAR);
    const group = near ?? [];
    if (near === undefined) groups.push(group);
    group.push(mark);
    groupOf.set(mark, group);
  }
  return marks.map((mark) => {
    const group = groupOf.get(mark) ?? [mark];
    const [first = mark] = group;
    if (group.length === 1) return mark;
    const turn = (group.indexOf(mark) / group.length) * 2 * Math.PI - Math.PI / 2;
    const away = Math.max(NEAR * 0.75, (NEAR * group.length) / (2 * Math.PI));
    return { ...mark, x: first.x + Math.cos(turn) * away, y: first.y + Math.sin(turn) * away };
  });
}

/** The radii of rings around a place that cross a drawing, multiples of a step; all in units of the drawing. */
export function ringsAround(
  { x, y }: Pick<Mark, 'x' | 'y'>,
  step: number,
  { width, height }: { readonly width: number; readonly height: number },
): readonly number[] {
  const [outsideX, outsideY] = [Math.max(-x, 0, x - width), Math.max(-y, 0, y - height)];
  const nearest = Math.hypot(outsideX, outsideY);
  const farthest = Math.hypot(Math.max(x, width - x), Math.max(y, height - y));
  const first = Math.max(1, Math.ceil(nearest / step));
  const count = Math.min(MAX_RINGS, Math.floor(farthest / step) - first + 1);
  return Array.from({ length: Math.max(0, count) }, (_one, at) => (first + at) * step);
}

/** A label to draw, its text centered at a point. */
export interface Label {
  readonly x: number;
  /** The base line. */
  readonly y: number;
  readonly text: string;
}

/** Widths and heights of labels, estimated for the font of the map, in units of the drawing. */
const LETTER = 7;
const LINE = 15;
/** How many lines a label may move away before it is left out. */
const MAX_MOVES = 2;

/**
 * Places labels so that none covers another one: the first stay where they are, later ones move down by lines, and one without
 * free space is undefined. The list below the map has all names.
 */
export function placeLabels(labels: readonly Label[]): readonly (Label | undefined)[] {
  const placed: Label[] = [];
  return labels.map((label) => {
    for (let moves = 0; moves <= MAX_MOVES; moves += 1) {
      const here = { ...label, y: label.y + moves * LINE };
      if (placed.some((other) => doCover(other, here))) continue;
      placed.push(here);
      return here;
    }
    return undefined;
  });
}

function doCover(a: Label, b: Label): boolean {
  const apart = ((a.text.length + b.text.length) * LETTER) / 2;
  return Math.abs(a.x - b.x) < apart && Math.abs(a.y - b.y) < LINE;
}
