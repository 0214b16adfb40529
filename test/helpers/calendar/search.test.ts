import { expect, test } from 'vitest';
import type { EntityHandle } from '../../../src/entities/entity/driver.ts';
import { boundedSearch } from '../../../src/helpers/calendar/bounded-events.ts';
import { LocalCalendars } from '../../../src/helpers/calendar/local-calendars.ts';
import type { StoredEvent } from '../../../src/helpers/calendar/stored-event.ts';
import { MemoryCollection } from '../../support/home.ts';

const DAY = 86_400_000;
const START = Date.parse('2026-01-01T09:00:00Z');
const calendar = { id: 'calendar.family', capabilities: { calendar: 'family' } } as unknown as EntityHandle;

/** A calendar with daily events, and a clock that advances `cost` milliseconds per read. */
async function dailyCalendar(cost: number) {
  const store = new MemoryCollection<StoredEvent>();
  await store.put('family/a', {
    calendar: 'family',
    uid: 'a',
    summary: 'A',
    start: '2026-01-01T09:00:00',
    end: '2026-01-01T10:00:00',
    time_zone: 'UTC',
    rrule: 'FREQ=DAILY',
    excluded: [],
    changed: [],
  });
  let time = START;
  let next: (() => void)[] = [];
  const clock = {
    now: () => {
      time += cost;
      return time;
    },
    after: () => () => {},
    soon: (task: () => void) => void next.push(task),
  };
  const calendars = new LocalCalendars({
    documents: {
      collection: () => store as never,
      transact: async (work: () => unknown) => void work(),
    } as never,
    clock,
    timeZone: () => 'UTC',
    workDone: clock.now,
  });
  await calendars.load();
  const search = (days: number) =>
    boundedSearch(calendar, calendars, { from: START, to: START + days * DAY });
  const endTick = (): boolean => {
    const tasks = next;
    next = [];
    for (const one of tasks) one();
    return tasks.length > 0;
  };
  return { calendars, search, endTick, waits: (milliseconds: number) => (time += milliseconds) };
}

test('a search may pause after every few times of a series', async () => {
  const { search } = await dailyCalendar(0);
  const steps = search(1600);
  let pauses = 0;
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) pauses += 1;
  expect(step.value).toHaveLength(1600);
  expect(pauses).toBeGreaterThanOrEqual(100);
});

test('searches at once share the budget of a tick, and each gives its events', async () => {
  const { calendars, search, endTick } = await dailyCalendar(0.1);
  const results = [search(200), search(400)].map((steps) => calendars.searches.finish(steps));
  expect(results.every((one) => one instanceof Promise)).toBe(true);
  let ticks = 0;
  while (endTick()) ticks += 1;
  expect(ticks).toBeGreaterThan(2);
  expect((await Promise.all(results)).map(({ length }) => length)).toEqual([200, 400]);
});

test('a search that takes too much work is refused; what others take while it pauses does not count', async () => {
  const tired = await dailyCalendar(1);
  const far = tired.search(1000);
  expect(() => {
    while (far.next().done !== true);
  }).toThrow('finding them takes too long');
  const patient = await dailyCalendar(0);
  const steps = patient.search(1000);
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) patient.waits(100);
  expect(step.value).toHaveLength(1000);
});
