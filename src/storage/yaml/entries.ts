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

/**
 * Finds where each entry of a list or map stands, by its lines alone, so that a mistake in one harms no other. Null where the part is no
 * list or map in lines: empty, on one line, or one word.
 */
export function splitEntries(text: string, part: Span = { from: 0, to: text.length }): EntrySpans | null {
  let kind: 'list' | 'map' | undefined;
  let indent = 0;
  let start = -1;
  /** Where the last line ends that belongs to the entry. */
  let end = -1;
  const entries: EntrySpan[] = [];
  const close = (at: number): void => {
    if (start >= 0) entries.push({ own: { from: start, to: end }, whole: { from: start, to: at } });
  };
  // Large files have very many lines: nothing is made for each of them.
  let from = part.from === 0 && text.charCodeAt(0) === 0xfeff ? 1 : part.from;
  while (from < part.to) {
    const newline = text.indexOf('\n', from);
    const next = newline < 0 || newline >= part.to ? part.to : newline + 1;
    let at = from;
    while (at < next && text.charCodeAt(at) === 0x20) at += 1;
    const code = at < next ? text.charCodeAt(at) : 0x0a;
    const column = at - from;
    if (code === 0x0a || code === 0x0d || code === 0x23) {
      if (code === 0x23 && start >= 0 && column > indent) end = next;
    } else if (kind === undefined) {
      if (!isHeader(text, at)) {
        kind = isDash(text, at) ? 'list' : 'map';
        if (kind === 'map' && !/^(?:[\w]|["'<])[^\n]*?:(?:[ \r\n]|$)/.test(text.slice(at, next))) return null;
        [indent, start, end] = [column, from, next];
      }
    } else {
      if (column === 0 && isMarker(text, from)) return null;
      if (column === indent && isDash(text, at) === (kind === 'list') && !isClosing(code)) {
        close(from);
        start = from;
      }
      end = next;
    }
    from = next;
  }
  if (kind === undefined) return null;
  close(part.to);
  return { kind, indent, entries };
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
function isClosing(code: number): boolean {
  return code === 0x5d || code === 0x7d || code === 0x29;
}
