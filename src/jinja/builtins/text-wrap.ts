import { TemplateFailure, valueError } from '../values/failure.ts';
import { codePointLength } from '../values/protocol.ts';
import { characters } from '../values/text-pieces.ts';
import { spend } from '../values/work-meter.ts';

export interface WrapOptions {
  readonly width: number;
  readonly breakLongWords: boolean;
  readonly breakOnHyphens: boolean;
}

const LETTER = '[\\p{L}_]';
const WORD = '[\\p{L}\\p{N}_]';
const PUNCT = `[\\p{L}\\p{N}_!"'&.,?]`;
/** After a hyphen in a word, and on both sides of a dash between words. */
const BREAKS = new RegExp(
  `(?=${LETTER}-?${LETTER})(?<=${LETTER}{2}-|${LETTER}-${PUNCT}-)|(?<=${PUNCT})(?=-{2,}${WORD})|(?=${WORD})(?<=${PUNCT}-{2,})`,
  'u',
);

/** The longest word that may be split at its hyphens. */
const MAX_WORD_LENGTH = 65_536;

/** Words, the white space between them and, after hyphens, parts of words. */
function chunks(text: string, breakOnHyphens: boolean): string[] {
  spend(text.length >> 3);
  const parts = text.split(/([\t\n\v\f\r ]+)/).filter((part) => part !== '');
  if (!breakOnHyphens) return parts;
  return parts.flatMap((part) => {
    if (part.length > MAX_WORD_LENGTH) throw new TemplateFailure('MemoryError', 'word too long');
    spend(1 + part.length);
    return part.includes('-') ? part.split(BREAKS) : part;
  });
}

/** Wraps one paragraph like Python's `textwrap.wrap`, with tabs and white space unchanged. */
export function wrapText(text: string, options: WrapOptions): string[] {
  const { width } = options;
  if (width <= 0) throw valueError(`invalid width ${width} (must be > 0)`);
  const parts = chunks(text, options.breakOnHyphens);
  const lines: string[] = [];
  let line: string[] = [];
  let size = 0;
  const flush = (): void => {
    if (line.at(-1)?.trim() === '') line.pop();
    if (line.length > 0) lines.push(line.join(''));
    line = [];
    size = 0;
  };
  for (const part of parts) {
    spend(2);
    if (size === 0 && part.trim() === '' && lines.length > 0) continue;
    const length = codePointLength(part);
    if (size + length <= width) {
      line.push(part);
      size += length;
    } else if (length <= width) {
      flush();
      if (part.trim() === '' && lines.length > 0) continue;
      line.push(part);
      size = length;
    } else if (options.breakLongWords) {
      const units = characters(part);
      for (let at = 0; at < units.length; ) {
        spend(2 + (Math.min(width, units.length) >> 3));
        // A full line takes an empty piece, which `flush` then drops instead of trailing blanks.
        const room = hyphenated(units, at, Math.max(0, width - size), options.breakOnHyphens);
        const piece = units.slice(at, at + room);
        line.push(piece.join(''));
        size += piece.length;
        at += piece.length;
        if (at < units.length) flush();
        if (part.trim() === '' && lines.length > 0) break;
      }
    } else {
      if (line.length > 0) flush();
      line.push(part);
      flush();
    }
  }
  flush();
  return lines;
}

/**
 * The part of a long word that fits on the line: up to the last hyphen that fits, if hyphens may split words.
 */
function hyphenated(units: readonly string[], at: number, room: number, breakOnHyphens: boolean): number {
  if (!breakOnHyphens || units.length - at <= room) return room;
  const hyphen = units.slice(at, at + room).lastIndexOf('-');
  const before = units.slice(at, at + hyphen);
  return hyphen > 0 && before.some((char) => char !== '-') ? hyphen + 1 : room;
}
