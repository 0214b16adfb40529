import { expect, test } from 'vitest';
import type { HistoryShape } from '../../../src/api/history-requests.ts';
import type { Feed } from '../../../src/api/ws/command.ts';
import { HistoryFeed } from '../../../src/api/ws/history-feed.ts';
import { LiveChanges } from '../../../src/api/ws/live-changes.ts';
import { fullAccess } from '../../../src/core/access.ts';
import { Bus } from '../../../src/core/bus.ts';
import { silentLog } from '../../../src/core/log.ts';
import type { StateHistoryQuery } from '../../../src/core/state-history-query.ts';
import { StateMachine } from '../../../src/core/state-machine.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const ID = 'sensor.a';
const SHAPE: Omit<HistoryShape, 'form'> = {
  ...{ hasStart: true, significantOnly: true, isMinimal: false, hasAttributes: true },
};
type Row = { readonly s: string; readonly lu: number; readonly a?: object };
type Event = { readonly states: Readonly<Record<string, readonly Row[]>>; readonly start_time?: number };

const timeOf = (times: number | readonly number[], n: number): number =>
  typeof times === 'number' ? times : (times[n] ?? 0);

/** A home whose history is everything that happened, and a client of it. */
function setUp() {
  const clock = new FakeClock();
  const bus = new Bus(silentLog);
  const states = new StateMachine(bus, clock);
  const recorded: { readonly at: number; readonly id: string; readonly state: string }[] = [];
  bus.on('state_changed', ({ change }) => {
    const state = change?.new_state;
    if (state) recorded.push({ at: state.last_updated, id: state.entity_id, state: state.state });
  });
  const queries: StateHistoryQuery[] = [];
  const events: Event[] = [];
  const client = { isSlow: false, waiting: [] as (() => void)[], hold: Promise.resolve(), failures: 0 };
  const reader = {
    async *states(query: StateHistoryQuery) {
      queries.push(query);
      await client.hold;
      if (client.failures > 0) {
        client.failures -= 1;
        throw new Error('the disk is gone');
      }
      const found: Record<string, object[]> = {};
      for (const [n, entityId] of query.entityIds.entries())
        for (const { at, id, state } of recorded)
          if (id === entityId && at > timeOf(query.after, n) && at < timeOf(query.before, n)) {
            found[id] ??= [];
            found[id].push({ s: state, lu: at / 1000 });
          }
      yield Buffer.from(JSON.stringify({ states: found, start_time: query.start / 1000, end_time: 0 }));
    },
  };
  const feed = {
    id: '1',
    event: (json: string) => void events.push(JSON.parse(json)),
    stream: async (chunks: AsyncGenerator<Uint8Array>) => {
      const parts: Uint8Array[] = [];
      for await (const chunk of chunks) parts.push(chunk);
      events.push(JSON.parse(Buffer.concat(parts).toString()));
    },
    isSlow: () => client.isSlow,
    whenCaughtUp: (task: () => void) => void client.waiting.push(task),
  } as unknown as Feed;
  const parts = { reader, states, clock, timeZone: () => 'UTC', live: new LiveChanges(bus), log: silentLog };
  const follow = (
    ids: readonly string[] = [ID],
    more: Partial<typeof SHAPE> = {},
    end = Number.POSITIVE_INFINITY,
  ) =>
    new HistoryFeed(parts, feed, {
      ...{ ids, shape: { ...SHAPE, ...more }, access: fullAccess },
      period: { start: Date.parse('2026-11-20T11:00:00Z'), end },
    }).start();
  const catchUp = () => {
    client.isSlow = false;
    for (const task of client.waiting.splice(0)) task();
  };
  return { clock, bus, states, events, queries, client, follow, catchUp };
}

/** Lets pending promises continue. */
const settle = async () => {
  for (let n = 0; n < 50; n += 1) await Promise.resolve();
};
const rowsOf = (events: readonly Event[], id = ID): Row[] => events.flatMap(({ states }) => states[id] ?? []);
const statesOf = (events: readonly Event[], id = ID): string[] => rowsOf(events, id).map(({ s }) => s);

test('the past comes first, then changes of 0.35 s in one event', async () => {
  const { clock, states, events, follow } = setUp();
  states.set(ID, '1', {});
  await follow();
  await settle();
  expect(events).toEqual([
    { states: { [ID]: [{ s: '1', lu: expect.any(Number) }] }, start_time: expect.any(Number), end_time: 0 },
  ]);
  states.set(ID, '2', { unit: 'W' });
  clock.advance(349);
  states.set(ID, '3', { unit: 'W' });
  expect(events).toHaveLength(1);
  clock.advance(1);
  expect(events).toHaveLength(2);
  expect(events[1]).toEqual({
    states: {
      [ID]: [
        { s: '2', a: { unit: 'W' }, lu: expect.any(Number) },
        { s: '3', a: { unit: 'W' }, lu: expect.any(Number) },
      ],
    },
  });
  clock.advance(10_000);
  expect(events).toHaveLength(2);
});

test('changes while the past is read follow it, without a gap or a repetition', async () => {
  const { clock, states, events, client, follow } = setUp();
  let open = () => {};
  client.hold = new Promise((resolve) => {
    open = resolve;
  });
  states.set(ID, '1', {});
  const started = follow();
  states.set(ID, '2', {});
  clock.advance(1000);
  states.set(ID, '3', {});
  expect(events).toEqual([]);
  open();
  await started;
  await settle();
  states.set(ID, '4', {});
  clock.advance(350);
  expect(statesOf(events)).toEqual(['1', '2', '3', '4']);
  const times = rowsOf(events).map(({ lu }) => lu);
  expect(times).toEqual([...times].sort((a, b) => a - b));
});

test('additions, removals and insignificant changes are no events', async () => {
  const { clock, states, events, follow } = setUp();
  states.set('climate.a', 'heat', { t: 1 });
  await follow([ID, 'climate.a'], { hasAttributes: false });
  await settle();
  states.set(ID, '1', {});
  states.set(ID, '1', { a: 1 });
  states.remove(ID);
  states.set('sensor.other', '1', {});
  states.set('sensor.other', '2', {});
  states.set('climate.a', 'heat', { t: 2 });
  clock.advance(350);
  expect(events.slice(1)).toEqual([
    { states: { 'climate.a': [{ s: 'heat', a: { t: 2 }, lu: expect.any(Number), lc: expect.any(Number) }] } },
  ]);
});

test('a slow client gets what it missed from the history once it has caught up', async () => {
  const { clock, states, events, queries, client, follow, catchUp } = setUp();
  states.set(ID, '0', {});
  await follow([ID, 'sensor.b']);
  await settle();
  client.isSlow = true;
  for (let n = 1; n <= 5000; n += 1) {
    clock.advance(10);
    states.set(ID, String(n), {});
  }
  clock.advance(10_000);
  expect(events).toHaveLength(1);
  catchUp();
  await settle();
  states.set(ID, 'last', {});
  clock.advance(350);
  await settle();
  expect(queries).toHaveLength(2);
  expect(queries[1]?.hasStart).toBe(false);
  expect(statesOf(events)).toEqual([...Array.from({ length: 5001 }, (_, n) => String(n)), 'last']);
});

test('what cannot be read is read again later', async () => {
  const { clock, states, events, client, follow, catchUp } = setUp();
  states.set(ID, '0', {});
  await follow();
  await settle();
  client.isSlow = true;
  for (let n = 1; n <= 3000; n += 1) {
    clock.advance(1);
    states.set(ID, String(n), {});
  }
  clock.advance(350);
  client.failures = 1;
  catchUp();
  await settle();
  expect(events).toHaveLength(1);
  clock.advance(5000);
  await settle();
  expect(statesOf(events)).toEqual(Array.from({ length: 3001 }, (_, n) => String(n)));
});

test('nothing is followed after the end of the period, or of the subscription', async () => {
  const { clock, bus, states, events, follow } = setUp();
  const before = bus.counts().get('state_changed');
  states.set(ID, '1', {});
  await follow([ID], {}, clock.now() + 1000);
  const stop = await follow();
  await settle();
  clock.advance(500);
  states.set(ID, '2', {});
  clock.advance(1000);
  expect(events).toHaveLength(4);
  states.set(ID, '3', {});
  clock.advance(1000);
  expect(events).toHaveLength(5);
  stop();
  states.set(ID, '4', {});
  clock.advance(1000);
  expect(events).toHaveLength(5);
  expect(bus.counts().get('state_changed')).toBe(before);
});

test('a subscription whose past cannot be read fails', async () => {
  const { bus, client, follow } = setUp();
  const before = bus.counts().get('state_changed');
  client.failures = 1;
  await expect(follow()).rejects.toThrow('the disk is gone');
  expect(bus.counts().get('state_changed')).toBe(before);
});
