import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { FairScheduler } from '../../../src/api/fairness/fair-scheduler.ts';
import type { Lane } from '../../../src/api/fairness/lane.ts';
import { TurnEnd } from '../../../src/api/turn-end.ts';
import { type Command, defineCommand, defineSubscription } from '../../../src/api/ws/command.ts';
import { CommandQueue } from '../../../src/api/ws/command-queue.ts';
import { payloadStart } from '../../../src/api/ws/frame.ts';
import { Session } from '../../../src/api/ws/session.ts';
import { CpuBudget } from '../../../src/core/cpu-budget.ts';
import { silentLog } from '../../../src/core/log.ts';
import { TokenList } from '../../support/api.ts';
import { TickClock } from '../../support/tick-clock.ts';

/** A little more than 1, since reading the clock takes a microsecond. */
const A_MILLISECOND = 1.05;

let clock: TickClock;
let scheduler: FairScheduler;
beforeEach(() => {
  clock = new TickClock();
  scheduler = new FairScheduler({ clock, turnEnd: new TurnEnd(clock), budget: new CpuBudget(clock) });
});

/** `work` takes 1 ms, `later` answers in another tick, `follow` sends one event synchronously. */
const commands = (): Command[] => [
  defineCommand({
    type: 'work',
    permission: 'user',
    summary: 'Takes time',
    fields: { pad: z.string().optional() },
    handle: () => clock.advance(A_MILLISECOND),
  }),
  defineCommand({
    type: 'later',
    permission: 'user',
    summary: 'Answers later',
    fields: {},
    handle: () => new Promise((resolve) => clock.soon(() => resolve('late'))),
  }),
  defineSubscription({
    type: 'follow',
    permission: 'user',
    summary: 'Sends an event',
    fields: {},
    subscribe: (_call, feed) => {
      clock.advance(A_MILLISECOND);
      feed.event('"first"');
      return () => {};
    },
  }),
];

interface Message {
  readonly id: number;
  readonly type: string;
  readonly error?: { readonly message: string };
}

function open(token = 'user') {
  const caller = new TokenList().authenticate(token);
  if (caller === null) throw new Error('no such token');
  const lane: Lane = scheduler.laneOf(caller.access, '192.0.2.1');
  const seen: Message[] = [];
  const events: string[] = [];
  const reader = { isSlow: false, tasks: [] as (() => void)[] };
  const sink = {
    push: (frame: Buffer) => seen.push(JSON.parse(frame.subarray(payloadStart(frame)).toString())),
    stream: () => Promise.resolve(),
    share: () => {},
    coalesce: () => {},
    sendErrorKeys: () => {},
    isSlow: () => reader.isSlow,
    whenCaughtUp: (task: () => void) => reader.tasks.push(task),
  };
  const session = new Session({
    commands: new Map(commands().map((command) => [command.type, command])),
    caller,
    sink,
    quota: lane,
    log: silentLog,
  });
  const socket = {
    pause: () => events.push('pause'),
    resume: () => events.push('resume'),
    refuse: () => events.push('refuse'),
    overflow: () => events.push('overflow'),
  };
  const queue = new CommandQueue({ session, scheduler, lane, outbox: sink, reader: socket });
  const send = (content: unknown): void => queue.receive(Buffer.from(JSON.stringify(content)));
  return { queue, lane, seen, events, reader, send };
}

const work = (id: number): object => ({ id, type: 'work' });
const ids = (messages: readonly Message[]): number[] => messages.map(({ id }) => id);
const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n);

test('a command runs in the tick in which it arrives', () => {
  const { send, seen } = open();
  send(work(1));
  expect(ids(seen)).toEqual([1]);
});

test('the commands of one frame run over several ticks, in their order', async () => {
  const { send, seen } = open();
  send(range(1, 25).map(work));
  send(work(26));
  expect(ids(seen)).toEqual(range(1, 10));
  await clock.endTick();
  await clock.endTick();
  expect(ids(seen)).toEqual(range(1, 20));
  await clock.endTick();
  expect(ids(seen)).toEqual(range(1, 26));
});

test('two connections of a user take turns, and another user is not behind both', async () => {
  const [one, two, other] = [open(), open(), open('kitchen')];
  one.send(range(1, 40).map(work));
  two.send(range(1, 40).map(work));
  other.send(range(1, 5).map(work));
  await clock.endTick();
  await clock.endTick();
  expect([one.seen.length, two.seen.length, other.seen.length]).toEqual([13, 2, 5]);
});

test('a subscription’s first event follows its result, also when it had to wait', async () => {
  const { send, seen } = open();
  send([...range(1, 10).map(work), { id: 11, type: 'follow' }, work(12)]);
  await clock.endTick();
  await clock.endTick();
  expect(seen.slice(10).map(({ id, type }) => `${id} ${type}`)).toEqual([
    '11 result',
    '11 event',
    '12 result',
  ]);
});

test('the socket is not read while its queue is full, and is read again before it is empty', async () => {
  const { send, events, seen } = open();
  for (const id of range(1, 73)) send(work(id));
  expect(events).toEqual([]);
  send(work(74));
  expect(events).toEqual(['pause']);
  for (let n = 0; n < 5; n += 1) await clock.endTick();
  expect([events, seen.length]).toEqual([['pause'], 50]);
  await clock.endTick();
  expect([events, seen.length]).toEqual([['pause', 'resume'], 60]);
});

test('large frames fill the queue by their bytes', () => {
  const { send, events } = open();
  send(range(1, 11).map(work));
  send({ id: 12, type: 'work', pad: 'x'.repeat(64 * 1024) });
  expect(events).toEqual(['pause']);
});

test('a user with too much queued is disconnected, and everything is released', () => {
  const { send, events, lane, queue } = open();
  send(range(1, 11).map(work));
  const big = { id: 12, type: 'work', pad: 'x'.repeat(4 * 1024 * 1024 - 100) };
  for (let n = 0; n < 7; n += 1) send(big);
  expect(events).toEqual(['pause', 'overflow']);
  queue.end();
  expect(lane.hold(24 * 1024 * 1024)).toBe(true);
});

test('what has arrived of a frame counts before the frame is whole', () => {
  const { queue, lane, events } = open();
  const mib = 1024 * 1024;
  for (let n = 0; n < 3; n += 1) queue.received(mib);
  expect(lane.hold(22 * mib)).toBe(false);
  expect(lane.hold(21 * mib)).toBe(true);
  queue.received(1);
  expect(events.at(-1)).toBe('overflow');
  queue.end();
  expect(lane.hold(3 * mib)).toBe(true);
});

test('sockets that bring too much in one tick are read again in the next', async () => {
  const first = open();
  const second = open('kitchen');
  const kib = 1024;
  first.queue.received(200 * kib);
  second.queue.received(56 * kib);
  expect([...first.events, ...second.events]).toEqual([]);
  first.queue.received(1);
  second.queue.received(1);
  expect(first.events).toEqual(['pause']);
  expect(second.events).toEqual(['pause']);
  await clock.endTick();
  expect(first.events).toEqual(['pause', 'resume']);
  expect(second.events).toEqual(['pause', 'resume']);
  first.queue.received(200 * kib);
  expect(first.events).toHaveLength(2);
});

test('a client that does not read its answers gets no further ones made', async () => {
  const { send, seen, reader } = open();
  reader.isSlow = true;
  send(work(1));
  send(work(2));
  await clock.endTick();
  expect(seen).toEqual([]);
  reader.isSlow = false;
  for (const task of reader.tasks) task();
  await clock.endTick();
  expect(ids(seen)).toEqual([1, 2]);
});

test('a frame with too many messages is refused whole, before it is parsed', () => {
  const { send, seen, events } = open();
  send(range(1, 5001).map(work));
  expect(seen).toMatchObject([{ id: 0, error: { message: 'A frame can contain at most 5000 messages.' } }]);
  send(work(1));
  expect([ids(seen), events]).toEqual([[0, 1], []]);
});

test('a message with too many values is rejected with its ID, and the connection stays open', () => {
  const { send, seen, events } = open();
  const list = Array(60_000).fill(1);
  send({ id: 7, type: 'work', list });
  send({ list, type: 'work', id: 8 });
  send({ type: 'work', id: 9, list });
  send([work(10), { list }]);
  const error = { code: 'invalid_format', message: 'JSON contains more than 60000 values' };
  expect(seen).toMatchObject([7, 8, 0, 0].map((id) => ({ id, success: false, error })));
  send(work(1));
  expect([ids(seen).at(-1), events]).toEqual([1, []]);
});

test('nothing of a connection that has ended runs any more', async () => {
  const { send, queue, seen } = open();
  send(range(1, 30).map(work));
  queue.end();
  await clock.endTick();
  await clock.endTick();
  expect(seen).toHaveLength(10);
  expect(clock.isAsked).toBe(false);
});
