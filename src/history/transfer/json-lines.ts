import { MAX_RECORD_LENGTH } from './csv-records.ts';

/** A line of JSON lines; undefined if it is too long. */
export interface JsonLine {
  readonly line: number;
  readonly text: string | undefined;
}

/** Reads the lines of consecutive parts of a text, without empty ones. */
export class JsonLines {
  private rest = '';
  private line = 1;
  private isSkipping = false;

  /** The lines that are complete with this part; the last part completes all. */
  *read(part: string, isLast: boolean): Generator<JsonLine> {
    const text = this.rest + part;
    let at = 0;
    for (;;) {
      const found = text.indexOf('\n', at);
      if (found === -1 && !isLast) break;
      const end = found === -1 ? text.length : found;
      if (!this.isSkipping) yield* this.whole(text.slice(at, end));
      this.isSkipping = false;
      this.line += 1;
      at = end + 1;
      if (at >= text.length) break;
    }
    this.rest = this.isSkipping ? '' : text.slice(at);
    if (this.rest.length <= MAX_RECORD_LENGTH) return;
    // Reported now; the rest of the line is skipped as it arrives.
    yield { line: this.line, text: undefined };
    this.isSkipping = true;
    this.rest = '';
  }

  private *whole(text: string): Generator<JsonLine> {
    if (text.trim() === '') return;
    yield { line: this.line, text: text.length > MAX_RECORD_LENGTH ? undefined : text };
  }
}
