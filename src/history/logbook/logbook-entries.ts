import type { LogbookQuery } from '../../core/logbook-query.ts';
import { entryFilter } from './entry-filter.ts';
import { EntryWriter } from './entry-writer.ts';
import { inOrder, Origins } from './origins.ts';
import { TextChunk } from './text-chunk.ts';
import { changesIn, eventsIn, eventsOfContexts, type Recorded } from './window.ts';

/** How much is read at first. */
const FIRST_WINDOW = 86_400_000;
/** Below this many rows the next window is longer. */
const FEW_ROWS = 5000;

/** The dependencies of `logbookEntries`. */
export interface LogbookParts extends Recorded {
  readonly pause: () => Promise<void>;
}

/**
 * The entries of the logbook in order of time, as JSON text separated by commas, in chunks. It reads window by window, a
 * long one where little happened, so that memory holds only some of the rows.
 */
export async function* logbookEntries(parts: LogbookParts, query: LogbookQuery): AsyncGenerator<Uint8Array> {
  const { visibleIds, userId, style, names } = query;
  const visible = visibleIds === null ? null : new Set(visibleIds);
  const sight = { isVisible: visible && ((id: string) => visible.has(id)), userId };
  const writer = new EntryWriter({ sight, style, names: new Map(names) });
  const ids = new Set(query.entityIds);
  const isEntry = entryFilter({ ...query, isSelected: (id) => ids.has(id) });
  const from = Math.floor(query.after) + 1;
  const to = Math.ceil(query.before);
  const chunk = new TextChunk();
  let length = FIRST_WINDOW;
  for (let start = from; start < to; ) {
    const window = { from: start, to: Math.min(start + length, to) };
    const states = await changesIn(parts, query, window);
    if (states === undefined) {
      length = Math.ceil((window.to - window.from) / 2);
      continue;
    }
    const found = eventsIn(parts, query, window);
    const isComplete = query.isWhole && query.contextId === null;
    const all = eventsOfContexts(parts, { states, events: found }, { window, isComplete });
    const origins = new Origins(all, states);
    const events = found.filter(isEntry);
    for (const row of inOrder(states, events, origins)) {
      const text = writer.entry(row, origins);
      if (text === undefined) continue;
      chunk.add(text);
      if (chunk.isFull) yield chunk.take();
    }
    // Also if it is empty: the reader may have gone.
    yield chunk.take();
    await parts.pause();
    start = window.to;
    if (states.length + found.length < FEW_ROWS) length *= 2;
  }
}
