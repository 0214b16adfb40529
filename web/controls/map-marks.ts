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
