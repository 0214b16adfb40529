import { align } from '../../storage/yaml/same-value.ts';

/** One line of a diff: in both texts, only in the first, or only in the second. */
export interface DiffLine {
  readonly op: ' ' | '-' | '+';
  readonly text: string;
}

/** The lines of two texts in order, marked as removed, added or unchanged. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [was, is] = [linesOf(before), linesOf(after)];
  const lines: DiffLine[] = [];
  let at = 0;
  for (const { kind, from, to } of align(was, is)) {
    for (; at < from; at += 1) lines.push({ op: ' ', text: was[at] ?? '' });
    if (kind !== 'insert') {
      lines.push({ op: '-', text: was[from] ?? '' });
      at = from + 1;
    }
    if (kind !== 'remove') lines.push({ op: '+', text: is[to] ?? '' });
  }
  for (; at < was.length; at += 1) lines.push({ op: ' ', text: was[at] ?? '' });
  return lines;
}

function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
