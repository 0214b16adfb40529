import { type LogbookEntry, type Span, timeOf } from './logbook-entry.ts';

/** Entries of a period, newest first, and whether older ones may exist. */
export interface Chunk extends Span {
  readonly entries: readonly LogbookEntry[];
  /** There are no older entries. */
  readonly isEnd: boolean;
}

/** Reads the entries of a period, oldest first. */
export type ReadPeriod = (span: Span) => Promise<readonly LogbookEntry[]>;

/** How much is read at once. */
export interface Extent {
  /** How many entries a chunk has, about. */
  readonly wanted: number;
  /** Nothing in so long a period, in milliseconds, means that there is nothing older. */
  readonly silence: number;
}

/** The most entries of a chunk; the rest of a busy period is read again later. */
const MAX_ENTRIES = 120;
/** The most entries that are searched for one chunk. */
const MAX_SEARCHED = 20_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const FIRST = 6 * HOUR;
const SHORTEST = 1000;
const LONGEST = 32 * DAY;
/** After so long a period without entries, longer ones are read at once. */
const QUIET = 60 * DAY;
/** Longer than most histories are kept. */
const WHOLE: Extent = { wanted: 60, silence: 800 * DAY };

/**
 * Reads the logbook backwards in periods whose length follows how much happened, so that answers stay small on busy days
 * and few requests cross quiet months.
 */
export class LogbookReader {
  private readonly read: ReadPeriod;
  private readonly isWanted: (entry: LogbookEntry) => boolean;
  private readonly extent: Extent;
  private length = FIRST;

  constructor(
    read: ReadPeriod,
    isWanted: (entry: LogbookEntry) => boolean = () => true,
    extent: Extent = WHOLE,
  ) {
    this.read = read;
    this.isWanted = isWanted;
    this.extent = extent;
  }

  /** The newest entries before a time, at most a chunk; fewer if a long search found no more. */
  async before(to: number): Promise<Chunk> {
    const { wanted, silence } = this.extent;
    const entries: LogbookEntry[] = [];
    let searched = 0;
    let from = to;
    let lastSeen = to;
    while (entries.length < wanted && searched < MAX_SEARCHED) {
      const span = { from: from - this.length, to: from };
      const read = await this.read(span);
      searched += read.length;
      entries.push(...[...read].reverse().filter(this.isWanted));
      from = span.from;
      const [oldest] = read;
      if (oldest !== undefined) lastSeen = timeOf(oldest);
      this.adapt(read.length, lastSeen - from);
      if (lastSeen - from > silence) return { from, to, entries, isEnd: true };
    }
    return capped({ from, to, entries, isEnd: false });
  }

  /** The entries of a chunk that was read before. */
  async again({ from, to }: Span): Promise<Chunk> {
    const entries: LogbookEntry[] = [];
    // As the chunk was read: in short periods on busy days.
    for (let end = to; end > from; ) {
      const span = { from: Math.max(from, end - this.length), to: end };
      const read = await this.read(span);
      entries.push(...[...read].reverse().filter(this.isWanted));
      this.adapt(read.length);
      end = span.from;
    }
    return { from, to, entries, isEnd: false };
  }

  private adapt(count: number, silence = 0): void {
    const { wanted, silence: longest } = this.extent;
    if (count > 2 * MAX_ENTRIES) this.length *= Math.max(0.1, MAX_ENTRIES / count);
    else if (count < wanted / 2) this.length *= count < 5 ? 4 : 2;
    this.length = Math.round(Math.min(silence > QUIET ? longest : LONGEST, Math.max(SHORTEST, this.length)));
  }
}

/** Leaves the oldest entries of a chunk that is too long to the next one; those of one millisecond stay together. */
function capped(chunk: Chunk): Chunk {
  const last = chunk.entries[MAX_ENTRIES];
  if (last === undefined) return chunk;
  const from = timeOf(last) + 1;
  const entries = chunk.entries.filter((entry) => timeOf(entry) >= from);
  // More than a chunk in one millisecond.
  if (entries.length === 0) return chunk;
  return { from, to: chunk.to, entries, isEnd: false };
}
