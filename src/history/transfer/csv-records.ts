/** A record of CSV and the line where it begins; without cells if it is too long or badly quoted. */
export interface CsvRecord {
  readonly line: number;
  /** An empty cell is null, `""` is the empty text. */
  readonly cells: readonly (string | null)[] | undefined;
}

/** The most characters of a record. */
export const MAX_RECORD_LENGTH = 64 * 1024;

const CELL = /"((?:[^"]|"")*)"|([^",\r\n]*)/y;
const LINE_END = /\r\n|\n|\r/g;

/** The records of CSV as RFC 4180 describes it. A bad record ends at its line. */
export function* csvRecords(text: string): Generator<CsvRecord> {
  let line = 1;
  for (let at = 0; at < text.length; ) {
    const record = firstRecord(text.slice(at, at + MAX_RECORD_LENGTH));
    const length = record?.length ?? lengthOfLine(text, at);
    const whole = text.slice(at, at + length);
    if (whole.trim() !== '') yield { line, cells: record?.cells };
    line += whole.match(LINE_END)?.length ?? 0;
    at += length;
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

function lengthOfLine(text: string, start: number): number {
  LINE_END.lastIndex = start;
  const found = LINE_END.exec(text);
  return found === null ? text.length - start : found.index + found[0].length - start;
}
