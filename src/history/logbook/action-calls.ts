import { eventsOf } from './cause-event.ts';
import { EntryWriter } from './entry-writer.ts';
import type { LogbookParts } from './logbook-entries.ts';
import { Origins } from './origins.ts';
import { eventsOfContexts } from './window.ts';

/** How much is read at first, and the number of events below which the next part is longer. */
const DAY = 86_400_000;
const FEW_EVENTS = 2000;

/** The service calls of a period, both ends exclusive, as JSON text separated by commas, in chunks. */
export async function* actionCalls(
  parts: LogbookParts,
  { after, before }: { readonly after: number; readonly before: number },
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const everything = { isVisible: null, userId: null };
  const writer = new EntryWriter({ sight: everything, style: 'websocket', names: new Map() });
  let isFirst = true;
  const to = Math.ceil(before);
  let length = DAY;
  for (let from = Math.floor(after) + 1; from < to; ) {
    const window = { from, to: Math.min(from + length, to) };
    const events = eventsOf(parts.causes.between(window.from, window.to));
    const all = eventsOfContexts(parts, { states: [], events }, { window, isComplete: true });
    const origins = new Origins(all, []);
    const calls = events.filter(({ type }) => type === 'call_service');
    const text = calls.map((event) => writer.call(event, origins)).join(',');
    yield encoder.encode(text === '' ? ' ' : isFirst ? text : `,${text}`);
    isFirst &&= text === '';
    from = window.to;
    if (events.length < FEW_EVENTS) length *= 2;
    await parts.pause();
  }
}
