const PUNCTUATION = '.。,，?¿？؟!¡！;；:：…—–―';
const NO_PERIOD = PUNCTUATION.slice(1);
const START = new RegExp(`^[${PUNCTUATION}]+`, 'u');
const END = new RegExp(`[${PUNCTUATION}]+$`, 'u');
const INITIALS_AT_END = /(?<![\p{L}\p{N}_])(?:[\p{L}\p{N}_]\.){2,}$/u;
const BEFORE_WORD = new RegExp(`(?<=[^\\p{L}\\p{N}_])[${PUNCTUATION}]+(?=[\\p{L}\\p{N}_])`, 'gu');
const AFTER_WORD = new RegExp(`(?<=[\\p{L}\\p{N}_])[${NO_PERIOD}]+(?=[^\\p{L}\\p{N}_])`, 'gu');
const PERIOD = /(?<![\p{L}\p{N}_]\.[\p{L}\p{N}_])\.(?=[^\p{L}\p{N}_])/gu;
const ALONE = new RegExp(`(?<=[^\\p{L}\\p{N}_])[${PUNCTUATION}]+(?=[^\\p{L}\\p{N}_])`, 'gu');

/** Removes punctuation around words; dots of initials and numbers stay. */
export function withoutPunctuation(text: string): string {
  let plain = text.replace(START, '');
  if (!INITIALS_AT_END.test(plain)) plain = plain.replace(END, '');
  return plain.replace(BEFORE_WORD, '').replace(AFTER_WORD, '').replace(PERIOD, '').replace(ALONE, '');
}

/** What somebody said or typed, without punctuation and with single spaces. */
export function spokenText(text: string): string {
  const plain = text.replace(/\s+/g, ' ').normalize('NFC').replaceAll('’', "'");
  return withoutPunctuation(plain).replace(/\s+/g, ' ').trim();
}

/** Lower case of the same length, so that positions stay those of the original. */
export function lowered(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return [...text]
    .map((char) => (char.toLowerCase().length === char.length ? char.toLowerCase() : char))
    .join('');
}

/** Removes words that mean nothing, such as "please". */
export class FillerPhrases {
  private readonly anywhere: RegExp | undefined;
  private readonly atStart: RegExp | undefined;
  private readonly atEnd: RegExp | undefined;

  constructor(words: readonly string[]) {
    const known = [...new Set(words.map((word) => word.trim()).filter((word) => word !== ''))];
    if (known.length === 0) return;
    const any = known
      .sort((one, other) => other.length - one.length)
      .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('|');
    this.anywhere = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${any})(?![\\p{L}\\p{N}_])`, 'giu');
    this.atStart = new RegExp(`^\\s*(?:${any})(?![\\p{L}\\p{N}_])\\s*`, 'iu');
    this.atEnd = new RegExp(`\\s*(?<![\\p{L}\\p{N}_])(?:${any})\\s*$`, 'iu');
  }

  /** Removes them everywhere. */
  remove(text: string): string {
    if (this.anywhere === undefined) return text;
    return text.replace(this.anywhere, ' ').replace(/\s+/g, ' ').trim();
  }

  /** Removes them from the start only. */
  removeAtStart(text: string): string {
    return repeatedly(text, this.atStart);
  }

  /** Removes them from the end only. */
  removeAtEnd(text: string): string {
    return repeatedly(text, this.atEnd);
  }
}

function repeatedly(text: string, pattern: RegExp | undefined): string {
  if (pattern === undefined) return text;
  let rest = text;
  for (;;) {
    const next = rest.replace(pattern, '').trim();
    if (next === rest) return rest;
    rest = next;
  }
}
