import type { Span } from './entries.ts';

/** Finds lines in a text. */
export class TextLines {
  /** The line ending of the text. */
  readonly eol: string;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
    this.eol = text.includes('\r\n') ? '\r\n' : '\n';
  }

  lineStart(at: number): number {
    const start = at === 0 ? 0 : this.text.lastIndexOf('\n', at - 1) + 1;
    return start === 0 && this.text.charCodeAt(0) === 0xfeff ? Math.min(1, at) : start;
  }

  /** The end of the line, before its line break. */
  lineEnd(at: number): number {
    const end = this.text.indexOf('\n', at);
    if (end < 0) return this.text.length;
    return this.text[end - 1] === '\r' ? Math.max(at, end - 1) : end;
  }

  nextLine(at: number): number {
    const end = this.text.indexOf('\n', at);
    return end < 0 ? this.text.length : end + 1;
  }

  /** The end of a line, given where the next one begins. */
  beforeBreak(next: number): number {
    const end = this.text[next - 1] === '\n' ? next - 1 : next;
    return this.text[end - 1] === '\r' ? end - 1 : end;
  }

  /** Whether only spaces precede a position on its line. */
  isIndent(at: number): boolean {
    return /^ *$/.test(this.text.slice(this.lineStart(at), at));
  }

  /** The number of spaces at the start of a line. */
  indentAt(start: number): number {
    return /^ */.exec(this.text.slice(start, start + 200))?.[0].length ?? 0;
  }

  /** The end of a value's content, without trailing line breaks and empty lines. */
  contentEnd({ from, to }: Span): number {
    let end = to;
    while (end > from && /\s/.test(this.text[end - 1] ?? '')) end -= 1;
    return end;
  }

  /** Where the tag and the anchor of a value begin, or the value itself. */
  withTag(from: number): number {
    const before = this.text.slice(Math.max(0, from - 200), from);
    return from - (/(?<=^|[\s,[{:])(?:[!&][^\s,[\]{}]*[ \t]+)+$/.exec(before)?.[0].length ?? 0);
  }
}
