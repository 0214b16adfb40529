import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Command, defineCommand, defineSubscription } from '../../../src/api/ws/command.ts';
import { payloadStart } from '../../../src/api/ws/frame.ts';
import { type Quota, Session } from '../../../src/api/ws/session.ts';
import { HubError } from '../../../src/core/errors.ts';
import { silentLog } from '../../../src/core/log.ts';
import { TokenList } from '../../support/api.ts';

const listeners = new Set<(json: string) => void>();

const commands: Command[] = [
  defineCommand({
    type: 'echo',
    permission: 'user',
    summary: 'Gives back',
    fields: { value: z.unknown().optional() },
    handle: ({ message }) => message.value,
  }),
  defineCommand({
    type: 'admin',
    permission: 'admin',
    summary: 'For administrators',
    fields: {},
    handle: () => 'done',
  }),
  defineCommand({
    type: 'fail',
    permission: 'user',
    summary: 'Fails',
    fields: { how: z.enum(['known', 'foreign', 'late']) },
    handle: ({ message }) => {
      if (message.how === 'late') return Promise.reject(new HubError('not_found', 'late'));
      throw message.how === 'known' ? new HubError('timeout', 'known') : new TypeError('insides');
    },
  }),
  defineSubscription({
    type: 'follow',
    permission: 'user',
    summary: 'Sends an event at once, and others later',
    fields: {},
    subscribe: (_call, feed) => {
      const send = (json: string): void => feed.event(json);
      send('"first"');
      listeners.add(send);
      return () => listeners.delete(send);
    },
  }),
  defineSubscription({
    type: 'follow_later',
    permission: 'user',
    summary: 'Begins when the turn is over',
    fields: {},
    subscribe: async (_call, feed) => {
      await new Promise((resolve) => setImmediate(resolve));
      const send = (json: string): void => feed.event(json);
      listeners.add(send);
      return () => listeners.delete(send);
    },
  }),
  defineCommand({
    type: 'unsubscribe',
    permission: 'user',
    summary: 'Ends a subscription',
    fields: { subscription: z.int() },
    handle: ({ message, connection }) => connection.unsubscribe(message.subscription),
  }),
];

const quota: Quota = { checkInFlight: () => {}, addSubscription: () => () => {} };

/** Reads a frame and runs all its messages; false when it is not JSON. */
function receive(session: Session, text: string): boolean {
  const frame = session.read(text);
  frame?.messages.forEach((_, index) => {
    session.take(frame, index);
  });
  return frame !== null;
}

function open(token = 'user'): {
  session: Session;
  answers: { id: unknown; type: string; error?: { code: string } }[];
} {
  const caller = new TokenList().authenticate(token);
  if (caller === null) throw new Error('no such token');
  const answers: { id: unknown; type: string; error?: { code: string } }[] = [];
  const session = new Session({
    commands: new Map(commands.map((command) => [command.type, command])),
    caller,
    sink: {
      push: (frame) => answers.push(JSON.parse(frame.subarray(payloadStart(frame)).toString())),
      stream: () => Promise.resolve(),
      share: () => {},
      coalesce: () => {},
      isSlow: () => false,
      whenCaughtUp: (task) => task(),
    },
    quota,
    log: silentLog,
  });
  return { session, answers };
}

/** The error code the rules require, `ok` for none; the model holds the last ID. */
function rule(model: { last: number }, message: unknown): string {
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return 'invalid_format';
  const { id, type, ...rest } = message as { id?: unknown; type?: unknown };
  if (typeof id !== 'number' || !Number.isInteger(id) || id <= 0) return 'invalid_format';
  if (typeof type !== 'string' || type === '') return 'invalid_format';
  if (id <= model.last) return 'id_reuse';
  const command = commands.find((one) => one.type === type);
  if (command === undefined) return 'unknown_command';
  model.last = id;
  if (!command.schema.safeParse({ id, type, ...rest }).success) return 'invalid_format';
  if (command.permission === 'admin') return 'unauthorized';
  if (type === 'fail') return (rest as { how: string }).how;
  return 'ok';
}

const message = fc.oneof(
  fc.jsonValue(),
  fc.record(
    {
      id: fc.oneof(fc.integer({ min: -2, max: 40 }), fc.constantFrom(1.5, '3', null, true, 2 ** 60)),
      type: fc.oneof(fc.constantFrom('echo', 'admin', 'fail', 'nothing', '', 'toString'), fc.integer()),
      value: fc.jsonValue(),
      how: fc.constantFrom('known', 'foreign', 'late', 5),
      extra: fc.jsonValue(),
    },
    { requiredKeys: ['id', 'type'] },
  ),
);
const CODES: Record<string, string> = { known: 'timeout', foreign: 'unknown_error', late: 'not_found' };

test('any message gets exactly the answer the rules demand', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(message, fc.array(message, { maxLength: 5 }))), async (frames) => {
      const { session, answers } = open();
      const model = { last: 0 };
      const demanded: string[] = [];
      for (const frame of frames) {
        expect(receive(session, JSON.stringify(frame))).toBe(true);
        const items: unknown[] = Array.isArray(frame) ? frame : [frame];
        for (const item of items) {
          const code = rule(model, JSON.parse(JSON.stringify(item)));
          demanded.push(CODES[code] ?? code);
        }
      }
      await new Promise((resolve) => setImmediate(resolve));
      expect(answers.map((answer) => answer.error?.code ?? 'ok').sort()).toEqual(demanded.sort());
    }),
    { numRuns: 300 },
  );
});

test('any text either is JSON or ends the connection', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.json().map((text) => text.slice(1)),
      ),
      (text) => {
        const { session } = open();
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        expect(receive(session, text)).toBe(isJson);
      },
    ),
  );
});

test('the result comes before the first event, and nothing after the end', () => {
  const { session, answers } = open();
  receive(session, '{"id":1,"type":"follow"}');
  for (const send of listeners) send('"second"');
  receive(session, '{"id":2,"type":"unsubscribe","subscription":1}');
  for (const send of listeners) send('"third"');
  expect(answers).toEqual([
    { id: 1, type: 'result', success: true, result: null },
    { id: 1, type: 'event', event: 'first' },
    { id: 1, type: 'event', event: 'second' },
    { id: 2, type: 'result', success: true, result: true },
  ]);
});

test('ending a session ends its subscriptions and drops pending messages', async () => {
  const { session, answers } = open();
  receive(session, '[{"id":1,"type":"follow"},{"id":2,"type":"fail","how":"late"}]');
  expect(listeners.size).toBe(1);
  const before = answers.length;
  session.end();
  expect(listeners.size).toBe(0);
  await new Promise((resolve) => setImmediate(resolve));
  receive(session, '{"id":3,"type":"echo"}');
  expect(answers).toHaveLength(before);
});

test.each([
  ['a user', 'user', 1000],
  ['an administrator', 'admin', 10_000],
])('%s has no more subscriptions at once than are enough', (_who, token, most) => {
  const { session, answers } = open(token);
  for (let id = 1; id <= most + 1; id += 1) receive(session, `{"id":${id},"type":"follow"}`);
  expect(answers.at(-1)).toMatchObject({ id: most + 1, error: { code: 'home_assistant_error' } });
  expect(listeners.size).toBe(most);
  session.end();
  expect(listeners.size).toBe(0);
});

test('subscriptions that take time to start count from their request', async () => {
  const { session, answers } = open();
  const messages = Array.from({ length: 1500 }, (_, at) => ({ id: at + 1, type: 'follow_later' }));
  receive(session, JSON.stringify(messages));
  await expect.poll(() => listeners.size).toBe(1000);
  expect(answers.filter(({ error }) => error?.code === 'home_assistant_error')).toHaveLength(500);
  await expect.poll(() => answers.length).toBe(1500);
  for (let id = 1; id <= 1000; id += 1)
    receive(session, `{"id":${1500 + id},"type":"unsubscribe","subscription":${id}}`);
  receive(session, '{"id":3000,"type":"follow"}');
  expect(answers).toContainEqual(expect.objectContaining({ id: 3000, success: true }));
  session.end();
});

test('a command cannot define the fields that every message has', () => {
  const facts = { type: 'test', permission: 'user', summary: 'A test', handle: () => null } as const;
  expect(() => defineCommand({ ...facts, fields: { id: z.unknown() } })).toThrow('the field id');
  expect(() => defineCommand({ ...facts, fields: { type: z.unknown() } })).toThrow('the field type');
});
