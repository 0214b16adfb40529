import { expect, test } from 'vitest';
import type { LogbookEntry, Span } from '../../../web/logbook/logbook-entry.ts';
import type { Chunk } from '../../../web/logbook/logbook-reader.ts';
import { LogbookWindow } from '../../../web/logbook/logbook-window.ts';

const STEP = 600_000;
const PART = 6 * 3_600_000;
const YEAR = 365 * 4 * PART;

/** An entry every ten minutes of a year, in chunks of six hours. */
function readerOfYear() {
  const read = ({ from, to }: Span): Chunk => {
    const entries: LogbookEntry[] = [];
    for (let at = to - STEP; at >= from; at -= STEP)
      entries.push({ when: at / 1000, entity_id: 'light.a', state: 'on' });
    return { from, to, entries, isEnd: from <= 0 };
  };
  return {
    before: async (to: number) => read({ from: to - PART, to }),
    again: async (span: Span) => read(span),
  };
}

test('a year is scrolled through with a few screens in memory, and back', async () => {
  const window = new LogbookWindow(readerOfYear(), YEAR);
  let most = 0;
  while (!window.isAtEnd) {
    await window.older();
    most = Math.max(most, window.entries.length);
  }
  expect(window.above.length + window.chunks.length).toBe(YEAR / PART);
  expect(most).toBeLessThanOrEqual(360);
  expect(window.entries.at(-1)?.when).toBe(0);
  const oldest = window.oldest;
  await window.newer();
  expect(window.oldest).toBe(oldest + PART);
  expect(window.entries.length).toBeLessThanOrEqual(360);
  await window.jump(0);
  expect(window.entries[0]?.when).toBe((YEAR - STEP) / 1000);
  window.add([{ when: YEAR / 1000, entity_id: 'light.a', state: 'off' }]);
  expect(window.entries[0]?.state).toBe('off');
});
