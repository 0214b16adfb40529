import { keyOf, type LogbookEntry, type Span, timeOf } from './logbook-entry.ts';
import type { Chunk, LogbookReader } from './logbook-reader.ts';

/** The most entries in memory; a window of this size covers several screens. */
const MAX_ENTRIES = 360;

/**
 * The part of the logbook in memory: a few chunks around what is visible. Of the chunks that were scrolled away upwards
 * only their periods are remembered, of those below nothing, so memory does not grow over a year.
 */
export class LogbookWindow {
  /** Newest first and adjoining. */
  chunks: readonly Chunk[] = [];
  /** The periods of the newer chunks that were dropped, newest first. */
  above: readonly Span[] = [];
  /** How many live entries are not in memory, since they are newer than what is shown. */
  missed = 0;
  private readonly reader: Pick<LogbookReader, 'before' | 'again'>;
  private readonly end: number;

  /** The window begins with the entries before a time. */
  constructor(reader: Pick<LogbookReader, 'before' | 'again'>, end: number) {
    this.reader = reader;
    this.end = end;
  }

  /** Whether there are no older entries than those in memory. */
  get isAtEnd(): boolean {
    return this.chunks.at(-1)?.isEnd === true;
  }

  /** All entries in memory, newest first. */
  get entries(): readonly LogbookEntry[] {
    const known = new Set<string>();
    return this.chunks.flatMap(({ entries }) =>
      entries.filter((entry) => {
        const key = keyOf(entry);
        return !known.has(key) && known.add(key);
      }),
    );
  }

  /** Up to when the logbook was read backwards. */
  get oldest(): number {
    return this.chunks.at(-1)?.from ?? this.end;
  }

  /** Reads the next older chunk; drops the newest ones if there are too many. */
  async older(): Promise<void> {
    if (this.isAtEnd) return;
    const chunk = await this.reader.before(this.oldest);
    let chunks = [...this.chunks, chunk];
    const above = [...this.above];
    for (let first = chunks[0]; first !== undefined && isTooLong(chunks); first = chunks[0]) {
      above.push({ from: first.from, to: first.to });
      chunks = chunks.slice(1);
    }
    this.chunks = chunks;
    this.above = above;
  }

  /** Reads the next newer chunk again; drops the oldest ones if there are too many. */
  async newer(): Promise<void> {
    const span = this.above.at(-1);
    if (span === undefined) return;
    const chunk = await this.reader.again(span);
    this.above = this.above.slice(0, -1);
    this.chunks = withoutOldest([chunk, ...this.chunks]);
  }

  /** Reads a chunk that was scrolled away upwards and forgets all others that are older. */
  async jump(index: number): Promise<void> {
    const span = this.above[index];
    if (span === undefined) return;
    this.chunks = [await this.reader.again(span)];
    this.above = this.above.slice(0, index);
  }

  /** Adds live entries, in any order; those that are known are ignored. */
  add(live: readonly LogbookEntry[]): void {
    const [first, ...others] = this.chunks;
    if (first === undefined) return;
    if (this.above.length > 0) {
      this.missed += live.length;
      return;
    }
    const known = new Set(first.entries.map(keyOf));
    const fresh = live.filter((entry) => timeOf(entry) >= first.from && !known.has(keyOf(entry)));
    if (fresh.length === 0) return;
    // Stable: entries of one millisecond keep the server's order.
    const entries = [...[...fresh].reverse(), ...first.entries].sort((a, b) => timeOf(b) - timeOf(a));
    const to = Math.max(first.to, ...fresh.map((entry) => timeOf(entry) + 1));
    this.chunks = withoutOldest([{ ...first, to, entries }, ...others]);
  }
}

function isTooLong(chunks: readonly Chunk[]): boolean {
  return chunks.length > 1 && chunks.reduce((sum, { entries }) => sum + entries.length, 0) > MAX_ENTRIES;
}

function withoutOldest(chunks: readonly Chunk[]): readonly Chunk[] {
  let kept = chunks;
  while (isTooLong(kept)) kept = kept.slice(0, -1);
  const [first] = kept;
  return first !== undefined && first.entries.length > MAX_ENTRIES ? [shortened(first)] : kept;
}

/** A chunk that grew with live entries loses its oldest ones. */
function shortened(chunk: Chunk): Chunk {
  const last = chunk.entries[MAX_ENTRIES];
  if (last === undefined) return chunk;
  const from = timeOf(last) + 1;
  return { ...chunk, from, entries: chunk.entries.filter((entry) => timeOf(entry) >= from), isEnd: false };
}
