import type { DiffLine } from '../server/items.ts';

/** The most pairs of lines to compare; between longer texts all lines count as different. */
const MAX_PAIRS = 4_000_000;

/** The lines of two texts in order: in both, only in the first, or only in the second. */
export function lineDiff(before: string, after: string): readonly DiffLine[] {
  const [was, is] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < was.length && start < is.length && was[start] === is[start]) start += 1;
  let [endOfWas, endOfIs] = [was.length, is.length];
  while (endOfWas > start && endOfIs > start && was[endOfWas - 1] === is[endOfIs - 1]) {
    endOfWas -= 1;
    endOfIs -= 1;
  }
  const same = (text: string): DiffLine => ({ op: ' ', text });
  return [
    ...was.slice(0, start).map(same),
    ...between(was.slice(start, endOfWas), is.slice(start, endOfIs)),
    ...was.slice(endOfWas).map(same),
  ];
}

/** The differences with the most lines in common. */
function between(was: readonly string[], is: readonly string[]): DiffLine[] {
  const removed = (text: string): DiffLine => ({ op: '-', text });
  const added = (text: string): DiffLine => ({ op: '+', text });
  if (was.length * is.length > MAX_PAIRS) return [...was.map(removed), ...is.map(added)];
  const width = is.length + 1;
  /** How many lines the rests of both texts have in common. */
  const common = new Uint32Array((was.length + 1) * width);
  const at = (i: number, j: number): number => common[i * width + j] ?? 0;
  for (let i = was.length - 1; i >= 0; i -= 1)
    for (let j = is.length - 1; j >= 0; j -= 1)
      common[i * width + j] = was[i] === is[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < was.length || j < is.length) {
    const [old, fresh] = [was[i], is[j]];
    if (old !== undefined && old === fresh) {
      lines.push({ op: ' ', text: old });
      i += 1;
      j += 1;
    } else if (old !== undefined && (fresh === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push(removed(old));
      i += 1;
    } else if (fresh !== undefined) {
      lines.push(added(fresh));
      j += 1;
    }
  }
  return lines;
}

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
