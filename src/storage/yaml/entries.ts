/** A part of a text. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** One entry of a list or a map at the top of a text (or of a part of it). */
export interface EntrySpan {
  /** From the beginning of its first line to the end of its last, its own comments included and those around it not. */
  readonly own: Span;
  /** The same up to the next entry. */
  readonly whole: Span;
}

/** The lines of a part of a text, as entries. */
export interface EntrySpans {
  readonly kind: 'list' | 'map';
  /** How far in the entries stand. */
  readonly indent: number;
  readonly entries: readonly EntrySpan[];
}

interface Line extends Span {
  /** -1 for lines without content: empty ones and comments. */
  readonly indent: number;
  /** A comment's own indentation. */
  readonly comment: number;
}

/**
 * Finds where each entry of a list or map stands, by its lines alone, so that a mistake in one harms no other. Null where the part is no
 * list or map in lines: empty, on one line, or one word.
 */
export function splitEntries(text: string, part: Span = { from: 0, to: text.length }): EntrySpans | null {
  const lines = linesOf(text, part);
  const first = lines.find(({ from, indent }) => indent >= 0 && !isHeader(text, from));
  if (first === undefined) return null;
  const { indent } = first;
  const kind = isDash(text, first.from + indent) ? 'list' : 'map';
  if (
    kind === 'map' &&
    !/^(?:[\w]|["'<])[^\n]*?:(?:[ \r\n]|$)/.test(text.slice(first.from + indent, first.to))
  )
    return null;
  const starts: number[] = [];
  for (let i = lines.indexOf(first); i < lines.length; i += 1) {
    const line = lines[i] as Line;
    if (line.indent < 0) continue;
    if (line.indent === 0 && isMarker(text, line.from)) return null;
    const isStart =
      line.indent === indent &&
      isDash(text, line.from + indent) === (kind === 'list') &&
      !isClosing(text, line);
    if (isStart) starts.push(i);
  }
  const entries = starts.map((start, n) => {
    const next = starts[n + 1] ?? lines.length;
    let end = next;
    while (end > start + 1 && isBetween(lines[end - 1] as Line, indent)) end -= 1;
    const from = (lines[start] as Line).from;
    return {
      own: { from, to: (lines[end - 1] as Line).to },
      whole: { from, to: (lines[next - 1] as Line).to },
    };
  });
  return { kind, indent, entries };
}

function linesOf(text: string, part: Span): Line[] {
  const lines: Line[] = [];
  const start = part.from === 0 && text.charCodeAt(0) === 0xfeff ? 1 : part.from;
  for (let from = start; from < part.to; ) {
    const end = text.indexOf('\n', from);
    const to = end < 0 || end >= part.to ? part.to : end + 1;
    let at = from;
    while (at < to && text.charCodeAt(at) === 0x20) at += 1;
    const code = at < to ? text.charCodeAt(at) : 0x0a;
    const isEmpty = code === 0x0a || code === 0x0d;
    const isComment = code === 0x23;
    lines.push({
      from,
      to,
      indent: isEmpty || isComment ? -1 : at - from,
      comment: isComment ? at - from : -1,
    });
    from = to;
  }
  return lines;
}

function isDash(text: string, at: number): boolean {
  return text.charCodeAt(at) === 0x2d && !/[^\s]/.test(text.charAt(at + 1));
}

function isMarker(text: string, at: number): boolean {
  return /^(?:---|\.\.\.)(?:\s|$)/.test(text.slice(at, at + 4));
}

/** What may stand before the first entry. */
function isHeader(text: string, at: number): boolean {
  return text.charAt(at) === '%' || /^---\s*(?:#[^\n]*)?(?:\n|$)/.test(text.slice(at, at + 200));
}

/** The closing bracket of something written over lines. */
function isClosing(text: string, line: Line): boolean {
  return /[\]})]/.test(text.charAt(line.from + line.indent));
}

function isBetween(line: Line, indent: number): boolean {
  return line.indent < 0 && line.comment <= indent;
}
