/** A record of CSV and the line where it begins; without cells if it is too long or badly quoted. */
export interface CsvRecord {
  readonly line: number;
  /** An empty cell is null, `""` is the empty text. */
  readonly cells: readonly (string | null)[] | undefined;
  /** The beginning of the record as written. */
  readonly start: string;
}

/** The most characters of a record. */
export const MAX_RECORD_LENGTH = 64 * 1024;

const CELL = /"((?:[^"]|"")*)"|([^",\r\n]*)/y;
const LINE_END = /\r\n|\n|\r/g;
const START_LENGTH = 100;

/** Reads the records of CSV as RFC 4180 describes it from consecutive parts of a text. A bad record ends at its line. */
export class CsvRecords {
  private rest = '';
  private line = 1;
  /** Whether the end of an invalid record is still being skipped. */
  private isSkipping = false;

  /** The records that are complete with this part; the last part completes all. */
  *read(part: string, isLast: boolean): Generator<CsvRecord> {
    const text = this.rest + part;
    let at = this.isSkipping ? this.skip(text, 0, isLast) : 0;
    // A record is read once everything that may belong to it is there.
    while (at < text.length && (isLast || text.length - at > MAX_RECORD_LENGTH)) {
      const { line } = this;
      const record = firstRecord(text.slice(at, at + MAX_RECORD_LENGTH));
      const end = record === undefined ? this.skip(text, at, isLast) : at + record.length;
      const whole = text.slice(at, end);
      if (record !== undefined) this.line += whole.match(LINE_END)?.length ?? 0;
      if (whole.trim() !== '') yield { line, cells: record?.cells, start: whole.slice(0, START_LENGTH) };
      at = end;
    }
    this.rest = text.slice(at);
  }

  /** The end of the line at a place; if there is none yet, the next part continues to look for it. */
  private skip(text: string, at: number, isLast: boolean): number {
    LINE_END.lastIndex = at;
    const found = LINE_END.exec(text);
    const end = found === null ? text.length : found.index + found[0].length;
    // The next part may begin with the second half of this line end.
    const isOpen = found === null || (found[0] === '\r' && end === text.length);
    this.isSkipping = isOpen && !isLast;
    if (this.isSkipping) return found?.index ?? end;
    if (found !== null) this.line += 1;
    return end;
  }
}

function firstRecord(
  text: string,
): { readonly cells: readonly (string | null)[]; readonly length: number } | undefined {
  const cells: (string | null)[] = [];
  for (let at = 0; ; ) {
    CELL.lastIndex = at;
    const part = CELL.exec(text);
    if (part === null) return undefined;
    cells.push(part[1]?.replaceAll('""', '"') ?? (part[2] || null));
    at += part[0].length;
    const next = text[at];
    if (next === ',') {
      at += 1;
      continue;
    }
    if (next === undefined) return text.length < MAX_RECORD_LENGTH ? { cells, length: at } : undefined;
    if (next === '\n') return { cells, length: at + 1 };
    if (next !== '\r') return undefined;
    return { cells, length: text[at + 1] === '\n' ? at + 2 : at + 1 };
  }
}
