import type { Span } from './entries.ts';

/** Where lines begin and end in a text. */
export class TextLines {
  /** How its lines end. */
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

  /** Before the line break. */
  lineEnd(at: number): number {
    const end = this.text.indexOf('\n', at);
    if (end < 0) return this.text.length;
    return this.text[end - 1] === '\r' ? Math.max(at, end - 1) : end;
  }

  nextLine(at: number): number {
    const end = this.text.indexOf('\n', at);
    return end < 0 ? this.text.length : end + 1;
  }

  /** The end of a line by where the next one begins. */
  beforeBreak(next: number): number {
    const end = this.text[next - 1] === '\n' ? next - 1 : next;
    return this.text[end - 1] === '\r' ? end - 1 : end;
  }

  /** Whether nothing but spaces stands before a place on its line. */
  isIndent(at: number): boolean {
    return /^ *$/.test(this.text.slice(this.lineStart(at), at));
  }

  /** How many spaces begin the line that begins here. */
  indentAt(start: number): number {
    return /^ */.exec(this.text.slice(start, start + 200))?.[0].length ?? 0;
  }

  /** Where the content of a value ends: line breaks and empty lines behind it are not its own. */
  contentEnd({ from, to }: Span): number {
    let end = to;
    while (end > from && /\s/.test(this.text[end - 1] ?? '')) end -= 1;
    return end;
  }

  /** Where the tag and the anchor before a value begin. */
  withTag(from: number): number {
    const before = this.text.slice(Math.max(0, from - 200), from);
    return from - (/(?<=^|[\s,[{:])(?:[!&][^\s,[\]{}]*[ \t]+)+$/.exec(before)?.[0].length ?? 0);
  }
}
