import { valueError } from './failure.ts';
import { codePointLength } from './protocol.ts';

export interface WrapOptions {
  readonly width: number;
  readonly breakLongWords: boolean;
  readonly breakOnHyphens: boolean;
}

/** Words, the spaces between them and, behind hyphens, parts of words. */
function chunks(text: string, breakOnHyphens: boolean): string[] {
  const parts = text.split(/([\t\n\v\f\r ]+)/).filter((part) => part !== '');
  if (!breakOnHyphens) return parts;
  return parts.flatMap((part) =>
    part.split(/(?<=[\p{L}\p{N}_]{2}-)(?=[\p{L}_])|(?<=[^\s-])(?=-{2,}[\p{L}_])|(?<=-{2,})(?=[\p{L}_])/u),
  );
}

/** One paragraph in lines, as Python's `textwrap.wrap` with tabs and white space left alone. */
export function wrapText(text: string, options: WrapOptions): string[] {
  if (options.width <= 0) throw valueError(`invalid width ${options.width} (must be > 0)`);
  const rest = chunks(text, options.breakOnHyphens);
  const lines: string[] = [];
  while (rest.length > 0) {
    const line: string[] = [];
    let size = 0;
    if (rest[0]?.trim() === '' && lines.length > 0) rest.shift();
    for (let next = rest[0]; next !== undefined; next = rest[0]) {
      const width = codePointLength(next);
      if (size + width > options.width) break;
      line.push(next);
      size += width;
      rest.shift();
    }
    const [long] = rest;
    if (long !== undefined && codePointLength(long) > options.width) {
      if (options.breakLongWords) {
        const room = Math.max(1, options.width - size);
        const units = Array.from(long);
        line.push(units.slice(0, room).join(''));
        rest[0] = units.slice(room).join('');
      } else if (line.length === 0) {
        line.push(long);
        rest.shift();
      }
    }
    if (line.at(-1)?.trim() === '') line.pop();
    if (line.length > 0) lines.push(line.join(''));
  }
  return lines;
}
