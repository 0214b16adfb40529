import { expect, test } from 'vitest';
import type { EntityHandle } from '../../../src/entities/entity/driver.ts';
import { LocalCalendars } from '../../../src/helpers/calendar/local-calendars.ts';
import { memoryDocuments } from '../../support/auth.ts';
import { FakeClock } from '../../support/fake-clock.ts';

/** A machine so busy with other programs that a second passes at each look at the time. */
class CrowdedClock extends FakeClock {
  override now(): number {
    this.advance(1000);
    return super.now();
  }
}

const DAILY = { start: '2026-01-01T08:00:00', end: '2026-01-01T08:30:00', rrule: 'FREQ=DAILY' };
const entity = {
  id: 'calendar.family',
  capabilities: { calendar: 'family' },
  report: () => {},
} as unknown as EntityHandle;

async function daily(workDone: () => number): Promise<LocalCalendars> {
  const parts = { documents: memoryDocuments(), clock: new CrowdedClock(), timeZone: () => 'UTC', workDone };
  const calendars = new LocalCalendars(parts);
  await calendars.create(entity, { ...DAILY, summary: 'S', allDay: false });
  return calendars;
}

const year = [Date.parse('2026-01-01T00:00:00Z'), Date.parse('2027-01-01T00:00:00Z')] as const;

/** The whole result of a search, its pauses skipped. */
function searched(calendars: LocalCalendars, from: number, to: number): readonly unknown[] {
  const search = calendars.search(entity, from, to, 5000);
  for (;;) {
    const step = search.next();
    if (step.done === true) return step.value;
  }
}

test('a calendar is listed however long other programs hold the processor', async () => {
  const calendars = await daily(() => 0);
  expect(searched(calendars, ...year)).toHaveLength(365);
});

test('a search that takes a quarter of a second of work is refused', async () => {
  let work = 0;
  const calendars = await daily(() => {
    work += 1;
    return work;
  });
  expect(() => searched(calendars, ...year)).toThrow(
    expect.objectContaining({ code: 'invalid_format', message: expect.stringContaining('too long') }),
  );
  expect(searched(calendars, year[0], year[0] + 86_400_000)).toHaveLength(1);
});
