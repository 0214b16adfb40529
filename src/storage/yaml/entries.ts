/** A range of a text. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** An entry of the top-level list or map of a text (or of a part of it). */
export interface EntrySpan {
  /** From the start of its first line to the end of its last; comments around it are not included. */
  readonly own: Span;
  /** The same, extended up to the next entry. */
  readonly whole: Span;
}

/** The entries found in a part of a text. */
export interface EntrySpans {
  readonly kind: 'list' | 'map';
  /** The indentation of the entries. */
  readonly indent: number;
  readonly entries: readonly EntrySpan[];
}

/**
 * Splits a list or map into its entries by its lines alone, so that an error in one entry does not affect the
 * others. Returns null unless the part is a block list or map, e.g. if it is empty, on one line, or a scalar.
 */
export function splitEntries(text: string, part: Span = { from: 0, to: text.length }): EntrySpans | null {
  let kind: 'list' | 'map' | undefined;
  let indent = 0;
  let start = -1;
  /** The end of the entry's last line. */
  let end = -1;
  const entries: EntrySpan[] = [];
  const close = (at: number): void => {
    if (start >= 0) entries.push({ own: { from: start, to: end }, whole: { from: start, to: at } });
  };
  // Files may have very many lines, so nothing is allocated per line.
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

/** Lines allowed before the first entry: directives and the document marker. */
function isHeader(text: string, at: number): boolean {
  return text.charAt(at) === '%' || /^---\s*(?:#[^\n]*)?(?:\n|$)/.test(text.slice(at, at + 200));
}

/** The closing bracket of a flow collection over several lines. */
function isClosing(code: number): boolean {
  return code === 0x5d || code === 0x7d || code === 0x29;
}
