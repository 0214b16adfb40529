import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestHub, type TestClient, type TestHub, testTime } from '../support/start-hub.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'hearth-test-'));
const flags = { 'home.time_zone': 'Europe/Amsterdam' };
let hub: TestHub;
let client: TestClient;
let count = 0;
let calendar = '';

beforeAll(async () => {
  hub = await startTestHub(flags, dataDir);
  client = await hub.connect();
});
afterAll(async () => {
  await hub.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  count += 1;
  await client.must({ type: 'calendar/create', name: `Family ${count}` });
  calendar = `calendar.family_${count}`;
});

const create = (event: object) =>
  client.ask({ type: 'calendar/event/create', entity_id: calendar, event: { summary: 'S', ...event } });
const update = (message: object) =>
  client.ask({ type: 'calendar/event/update', entity_id: calendar, ...message });
const remove = (message: object) =>
  client.ask({ type: 'calendar/event/delete', entity_id: calendar, ...message });
/** A command that must succeed: later steps depend on it. */
const done = async (answer: Promise<unknown>): Promise<void> =>
  expect(await answer).toMatchObject({ success: true });
const events = async (start = '2026-12-01T00:00:00Z', end = '2026-12-20T00:00:00Z') => {
  const { status, json } = await hub.rest('GET', `/api/calendars/${calendar}?start=${start}&end=${end}`);
  expect([status, json]).toEqual([200, expect.any(Array)]);
  return json;
};
interface Shown {
  readonly start: { readonly date?: string; readonly dateTime?: string };
  readonly summary: string;
  readonly recurrence_id: string | null;
  readonly uid: string;
}
const brief = async (start?: string, end?: string): Promise<string[]> =>
  (await events(start, end)).map(
    (one: Shown) => `${one.start.date ?? one.start.dateTime?.slice(5, 16)} ${one.summary}`,
  );
const morning = { dtstart: '2026-12-01T08:00:00', dtend: '2026-12-01T08:30:00' };

describe('events', () => {
  test('are shown in the time of the home, with every key', async () => {
    await done(create({ dtstart: '2026-12-05T10:00:00', dtend: '2026-12-05T11:00:00' }));
    const utcTimes = { dtstart: '2026-12-06T10:00:00Z', dtend: '2026-12-06T11:00:00Z' };
    await done(create({ ...utcTimes, description: 'd', location: 'l' }));
    await done(create({ summary: '', dtstart: '2026-12-07', dtend: '2026-12-08' }));
    const [timed, utc, day] = await events();
    expect(timed).toEqual({
      start: { dateTime: '2026-12-05T10:00:00+01:00' },
      end: { dateTime: '2026-12-05T11:00:00+01:00' },
      summary: 'S',
      ...{ description: null, location: null, uid: expect.any(String) },
      ...{ recurrence_id: null, rrule: null, status: null },
    });
    expect(utc).toMatchObject({
      start: { dateTime: '2026-12-06T11:00:00+01:00' },
      ...{ description: 'd', location: 'l' },
    });
    expect(day).toMatchObject({ start: { date: '2026-12-07' }, end: { date: '2026-12-08' }, summary: '' });
  });

  test.each([
    ['a date and a time', { dtstart: '2026-11-23', dtend: '2026-11-24T10:00:00' }],
    ['an end before the start', { dtstart: '2026-11-24T10:00:00', dtend: '2026-11-24T09:00:00' }],
    ['no length', { dtstart: '2026-11-24T10:00:00', dtend: '2026-11-24T10:00:00' }],
    ['no day', { dtstart: '2026-11-24', dtend: '2026-11-24' }],
    ['a day that is none', { dtstart: '2026-02-30', dtend: '2026-03-02' }],
    ['an offset on one side', { dtstart: '2026-11-24T10:00:00+01:00', dtend: '2026-11-24T11:00:00' }],
    ['no end', { dtstart: '2026-11-24' }],
    ['an unknown key', { ...morning, foo: 1 }],
    ['a uid of its own', { ...morning, uid: 'x' }],
    ['a description that is null', { ...morning, description: null }],
    ['a rule that is null', { ...morning, rrule: null }],
    ['a rule by the hour', { ...morning, rrule: 'FREQ=HOURLY' }],
    ['a rule that is none', { ...morning, rrule: 'x' }],
    ['a rule in small letters', { ...morning, rrule: 'freq=daily' }],
    ['a rule with its name before it', { ...morning, rrule: 'RRULE:FREQ=DAILY;COUNT=2' }],
    ['a step of nothing', { ...morning, rrule: 'FREQ=DAILY;INTERVAL=0' }],
    ['a part twice', { ...morning, rrule: 'FREQ=DAILY;FREQ=DAILY' }],
    ['two ends', { ...morning, rrule: 'FREQ=DAILY;COUNT=2;UNTIL=20261224T000000Z' }],
    ['a last day for times', { ...morning, rrule: 'FREQ=DAILY;UNTIL=20261127' }],
    ['a last moment that is none', { ...morning, rrule: 'FREQ=DAILY;UNTIL=20260230T000000Z' }],
    ['every second', { ...morning, rrule: `FREQ=DAILY;BYHOUR=1,2;BYMINUTE=${[...Array(60).keys()]}` }],
    ['hours of a day', { dtstart: '2026-12-01', dtend: '2026-12-02', rrule: 'FREQ=DAILY;BYHOUR=1' }],
  ])('with %s are refused, and nothing is written', async (_name, event) => {
    expect((await create(event)).error?.code).toBe('invalid_format');
    expect(await events('2026-01-01', '2027-01-01')).toEqual([]);
  });

  test('may begin in an hour that clocks skip', async () => {
    await done(create({ dtstart: '2027-03-28T02:30:00', dtend: '2027-03-28T03:30:00' }));
    const [event] = await events('2027-03-28', '2027-03-29');
    expect(event.start).toEqual({ dateTime: '2027-03-28T03:30:00+02:00' });
    expect(Date.parse(event.end.dateTime)).toBeGreaterThan(Date.parse(event.start.dateTime));
  });

  test('touch a span that they reach into, not one they end or begin at', async () => {
    await done(create({ dtstart: '2026-12-05T10:00:00', dtend: '2026-12-05T11:00:00' }));
    await done(create({ summary: 'D', dtstart: '2026-12-08', dtend: '2026-12-09' }));
    expect(await brief('2026-12-05T09:00:00Z', '2026-12-05T09:00:00Z')).toEqual(['12-05T10:00 S']);
    expect(await brief('2026-12-05T09:30:00Z', '2026-12-05T09:40:00Z')).toEqual(['12-05T10:00 S']);
    expect(await brief('2026-12-05T10:00:00Z', '2026-12-05T11:00:00Z')).toEqual([]);
    expect(await brief('2026-12-05T08:00:00Z', '2026-12-05T09:00:00Z')).toEqual([]);
    expect(await brief('2026-12-07T22:00:00Z', '2026-12-07T23:00:00Z')).toEqual([]);
    expect(await brief('2026-12-07T22:00:00Z', '2026-12-07T23:30:00Z')).toEqual(['2026-12-08 D']);
    expect(await brief('2026-12-08T23:00:00Z', '2026-12-09T23:30:00Z')).toEqual([]);
  });

  test('of calendars that are not there, or of no span, are refused', async () => {
    const missing = { type: 'calendar/event/create', entity_id: 'calendar.none' };
    const event = { summary: 'S', ...morning };
    expect((await client.ask({ ...missing, event })).error.code).toBe('not_found');
    for (const [id, query] of [
      ['calendar.none', '?start=2026-11-20&end=2026-11-21'],
      ['light.none', '?start=2026-11-20&end=2026-11-21'],
      [calendar, ''],
      [calendar, '?start=x&end=y'],
      [calendar, '?start=2026-11-21T00:00:00Z&end=2026-11-20T00:00:00Z'],
    ])
      expect((await hub.rest('GET', `/api/calendars/${id}${query}`)).status).toBe(400);
    const calendars = (await hub.rest('GET', '/api/calendars')).json;
    expect(calendars).toContainEqual({ name: `Family ${count}`, entity_id: calendar });
  });
});

describe('a series', () => {
  const series = async (rrule: string, times: object = morning): Promise<string> => {
    expect(await create({ ...times, rrule })).toMatchObject({ success: true });
    return (await events('2020-01-01', '2030-01-01'))[0]?.uid;
  };

  test('has its times on the clock, over the change to summer time and in the hour it skips', async () => {
    await series('FREQ=DAILY', { dtstart: '2026-03-27T02:30:00', dtend: '2026-03-27T02:45:00' });
    const times = await events('2026-03-28T00:00:00Z', '2026-03-31T00:00:00Z');
    expect(times.map((one: { start: object; end: object }) => [one.start, one.end])).toEqual([
      [{ dateTime: '2026-03-28T02:30:00+01:00' }, { dateTime: '2026-03-28T02:45:00+01:00' }],
      [{ dateTime: '2026-03-29T03:30:00+02:00' }, { dateTime: '2026-03-29T03:45:00+02:00' }],
      [{ dateTime: '2026-03-30T02:30:00+02:00' }, { dateTime: '2026-03-30T02:45:00+02:00' }],
    ]);
    expect(times[1]).toMatchObject({ recurrence_id: '20260329T023000', rrule: 'FREQ=DAILY' });
  });

  test('ends by count or date, and has its rule in a fixed order', async () => {
    await series('FREQ=WEEKLY;BYDAY=FR;COUNT=2');
    await series('FREQ=DAILY;UNTIL=20261203T073000Z', { ...morning, summary: 'U' });
    const shown = await events();
    expect(shown.map((one: Shown) => one.start.dateTime?.slice(5, 16))).toEqual([
      '12-01T08:00',
      '12-02T08:00',
      '12-03T08:00',
      '12-04T08:00',
      '12-11T08:00',
    ]);
    expect(shown[0].rrule).toBe('FREQ=DAILY;UNTIL=20261203T083000');
    expect(shown[3].rrule).toBe('FREQ=WEEKLY;COUNT=2;BYDAY=FR');
  });

  test('has one time changed by itself, and taken out', async () => {
    const uid = await series('FREQ=DAILY;COUNT=3', { ...morning, description: 'd' });
    const event = { summary: 'One', dtstart: '2026-12-02T09:00:00', dtend: '2026-12-02T09:30:00' };
    expect(await update({ uid, recurrence_id: '20261202T080000', event })).toMatchObject({ success: true });
    expect(await brief()).toEqual(['12-01T08:00 S', '12-02T09:00 One', '12-03T08:00 S']);
    expect((await events())[1]).toMatchObject({
      ...{ recurrence_id: '20261202T080000', rrule: null, description: 'd', uid },
    });
    await done(remove({ uid, recurrence_id: '20261202T080000' }));
    expect(await brief()).toEqual(['12-01T08:00 S', '12-03T08:00 S']);
    const gone = await remove({ uid, recurrence_id: '20261202T080000' });
    expect(gone.error.code).toBe('failed');
  });

  test('is changed from one time on: what was goes to the time before, the rest counts on', async () => {
    const uid = await series('FREQ=DAILY;COUNT=6');
    const event = { summary: 'F', dtstart: '2026-12-04T10:00:00', dtend: '2026-12-04T10:30:00' };
    const from = { recurrence_id: '20261204T080000', recurrence_range: 'THISANDFUTURE' };
    await done(update({ uid, ...from, event: { ...event, rrule: 'FREQ=DAILY;COUNT=6' } }));
    expect(await brief()).toEqual([
      ...['12-01T08:00 S', '12-02T08:00 S', '12-03T08:00 S'],
      ...['12-04T10:00 F', '12-05T10:00 F', '12-06T10:00 F'],
    ]);
    const [first, , , fourth] = await events();
    expect(first.rrule).toBe('FREQ=DAILY;UNTIL=20261203T080000');
    expect(fourth).toMatchObject({ rrule: 'FREQ=DAILY;COUNT=3', recurrence_id: '20261204T100000' });
    await done(
      remove({ uid: fourth.uid, recurrence_id: '20261205T100000', recurrence_range: 'THISANDFUTURE' }),
    );
    await done(remove({ uid, recurrence_id: '20261202T080000', recurrence_range: 'THISANDFUTURE' }));
    expect(await brief()).toEqual(['12-01T08:00 S', '12-04T10:00 F']);
    await done(remove({ uid, recurrence_id: '20261201T080000', recurrence_range: 'THISANDFUTURE' }));
    expect(await brief()).toEqual(['12-04T10:00 F']);
  });

  test('is changed whole, from its first time or without naming one', async () => {
    const uid = await series('FREQ=DAILY');
    const one = { summary: 'One', dtstart: '2026-12-02T09:00:00', dtend: '2026-12-02T09:30:00' };
    await done(update({ uid, recurrence_id: '20261202T080000', event: one }));
    await done(update({ uid, event: { summary: 'Name', ...morning } }));
    expect(await brief(undefined, '2026-12-03T00:00:00Z')).toEqual(['12-01T08:00 Name', '12-02T09:00 One']);
    const moved = { summary: 'F', dtstart: '2026-12-01T10:00:00', dtend: '2026-12-01T10:30:00' };
    const from = { recurrence_id: '20261201T080000', recurrence_range: 'THISANDFUTURE' };
    await done(update({ uid, ...from, event: moved }));
    expect(await brief(undefined, '2026-12-03T00:00:00Z')).toEqual(['12-01T10:00 F', '12-02T10:00 F']);
  });

  test.each([
    ['an unknown event', { uid: 'none' }],
    ['a time before the first', { recurrence_id: '20201204T080000' }],
    ['a time between', { recurrence_id: '20261204T083000' }],
    ['no time at all', { recurrence_id: 'x' }],
  ])('is left as it is where a change names %s', async (_name, wrong) => {
    const uid = await series('FREQ=DAILY;COUNT=3');
    const before = await events();
    const message = { uid, ...wrong };
    const event = { summary: 'X', ...morning };
    expect((await update({ ...message, event })).error.code).toBe('failed');
    expect((await remove(message)).error.code).toBe('failed');
    expect(await events()).toEqual(before);
  });

  test('that never ends is answered for any time, but no more than 5000 events at once', async () => {
    await series('FREQ=DAILY', { dtstart: '1990-01-01T08:00:00', dtend: '1990-01-01T09:00:00' });
    expect(await brief('2199-12-31T00:00:00Z', '2200-01-01T00:00:00Z')).toEqual(['12-31T08:00 S']);
    const all = await hub.rest('GET', `/api/calendars/${calendar}?start=1970-01-01&end=9999-12-31`);
    expect(all.status).toBe(400);
    expect(all.json.message).toContain('5000');
  });

  test('that never occurs is rejected, since it could not be seen to delete it', async () => {
    for (const rrule of [
      'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
      'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=3',
      'FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=4',
      'FREQ=DAILY;UNTIL=20200101T000000',
    ]) {
      const { error } = await create({ ...morning, rrule });
      expect(error).toMatchObject({ code: 'invalid_format', message: expect.stringContaining('never') });
    }
    const uid = await series('FREQ=DAILY;COUNT=2');
    const before = await events();
    const event = { summary: 'S', ...morning, rrule: 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30' };
    expect((await update({ uid, event })).error.code).toBe('invalid_format');
    expect(await events()).toEqual(before);
  });

  test('that counts far is answered far ahead', async () => {
    await series('FREQ=WEEKLY;COUNT=10000');
    expect(await brief('2116-01-01T00:00:00Z', '2116-01-08T00:00:00Z')).toHaveLength(1);
  });
});

describe('the services', () => {
  test('answer nothing for a time that is over, where no start is named', async () => {
    const answer = await hub.rest('POST', '/api/services/calendar/get_events?return_response', {
      entity_id: calendar,
      end_date_time: '2020-01-01 00:00:00',
    });
    expect(answer.json.service_response).toEqual({ [calendar]: { events: [] } });
  });

  const call = (service: string, data: object) =>
    hub.rest('POST', `/api/services/calendar/${service}`, { entity_id: calendar, ...data });

  test('write an event, and the calendar is on while it lasts', async () => {
    const now = testTime.now();
    const time = (ahead: number) => new Date(now + ahead).toISOString();
    const { json } = await call('create_event', {
      ...{ summary: 'Now', location: 'L', description: 'D' },
      ...{ start_date_time: time(-60_000), end_date_time: time(1500) },
    });
    expect(json).toHaveLength(1);
    expect(json[0]).toMatchObject({
      state: 'on',
      attributes: { message: 'Now', all_day: false, location: 'L', description: 'D', supported_features: 7 },
    });
    expect(json[0].attributes.start_time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    await client.must({ type: 'subscribe_events', event_type: 'state_changed' });
    await client.event(
      ({ event }) => event?.data?.entity_id === calendar && event.data.new_state.state === 'off',
    );
  });

  test('write a whole day, in so many days or weeks', async () => {
    const { json } = await call('create_event', { summary: 'In two', in: { days: 2 } });
    expect(json[0].attributes).toMatchObject({ all_day: true, location: '', description: '' });
    expect(json[0].attributes.start_time).toMatch(/ 00:00:00$/);
    expect((await call('create_event', { summary: 'x', in: { weeks: 1 } })).status).toBe(200);
    for (const wrong of [{ weeks: 1, days: 2 }, { days: -2 }, {}, { months: 1 }])
      expect((await call('create_event', { summary: 'x', in: wrong })).status).toBe(400);
  });

  test('answer the events of a span', async () => {
    await done(create({ dtstart: '2026-12-05T10:00:00', dtend: '2026-12-05T11:00:00' }));
    await done(create({ summary: 'D', dtstart: '2026-12-08', dtend: '2026-12-09', location: 'l' }));
    const span = { start_date_time: '2026-12-04 00:00:00' };
    const { json } = await call('get_events?return_response', { ...span, duration: { days: 16 } });
    expect(json.service_response[calendar]).toEqual({
      events: [
        { start: '2026-12-05T10:00:00+01:00', end: '2026-12-05T11:00:00+01:00', summary: 'S' },
        { start: '2026-12-08', end: '2026-12-09', summary: 'D', location: 'l' },
      ],
    });
    const empty = { ...span, end_date_time: '2026-12-04 00:00:00' };
    expect((await call('get_events?return_response', empty)).status).toBe(400);
  });
});

test('a subscription sends the events initially and after each change in the period', async () => {
  const own = await hub.connect();
  const span = { start: '2026-12-01T00:00:00+00:00', end: '2026-12-20T00:00:00+00:00' };
  await own.must({ type: 'calendar/event/subscribe', entity_id: calendar, ...span });
  await own.event(({ event }) => event?.events?.length === 0);
  await done(create({ dtstart: '2026-10-05', dtend: '2026-10-06' }));
  await done(
    create({ dtstart: '2026-12-10', dtend: '2026-12-11', rrule: 'FREQ=DAILY;COUNT=2', location: 'x' }),
  );
  const { event } = await own.event((message) => message.event?.events?.length === 2);
  expect(event.events[0]).toEqual({
    ...{ start: '2026-12-10', end: '2026-12-11', summary: 'S', location: 'x', uid: expect.any(String) },
    ...{ recurrence_id: '20261210', rrule: 'FREQ=DAILY;COUNT=2', all_day: true },
  });
  const wrong = { type: 'calendar/event/subscribe', entity_id: calendar };
  for (const bad of [{ start: 'x', end: span.end }, { start: span.end, end: span.start }, {}])
    expect((await own.ask({ ...wrong, ...bad })).error.code).toBe('invalid_format');
  expect((await own.ask({ ...wrong, entity_id: 'calendar.none', ...span })).error.code).toBe('not_found');
});

test('all is there after a restart, and nothing of a calendar that was deleted', async () => {
  await done(create({ ...morning, rrule: 'FREQ=DAILY;COUNT=3' }));
  const kept = await events();
  await client.must({ type: 'calendar/create', name: 'Short' });
  const short = { entity_id: 'calendar.short', event: { summary: 'X', ...morning } };
  await client.must({ type: 'calendar/event/create', ...short });
  await client.must({ type: 'calendar/delete', calendar_id: 'short' });
  await hub.stop();
  hub = await startTestHub(flags, dataDir);
  client = await hub.connect();
  expect(await events()).toEqual(kept);
  await client.must({ type: 'calendar/create', name: 'Short' });
  calendar = 'calendar.short';
  expect(await events()).toEqual([]);
});
