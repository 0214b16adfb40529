import { expect, test } from 'vitest';
import { RetainedMessages } from '../../../src/integrations/mqtt-broker/retained-messages.ts';
import { RetainedStore } from '../../../src/integrations/mqtt-broker/retained-store.ts';
import { temporaryDatabase } from '../../support/automation-home.ts';

const LIMITS = { payload: 1000, account: 4000, total: 6000 };
const message = (topic: string, bytes: number) => ({
  topic,
  payload: new Uint8Array(bytes).fill(120),
  qos: 0 as const,
});

/** Stores only if there is room, like the broker. */
function setUp() {
  const retained = new RetainedMessages(LIMITS);
  const store = (topic: string, bytes: number, account: string): string | undefined => {
    const limit = retained.limitFor(topic, bytes, account);
    if (limit === undefined) retained.put(message(topic, bytes), account);
    return limit;
  };
  return { retained, store };
}

test('a payload has a limit', () => {
  const { store } = setUp();
  expect(store('a', 1000, 'one')).toBeUndefined();
  expect(store('a', 1001, 'one')).toBe('it has 1001 bytes, and the limit is 1000');
});

test('an account has a limit, and leaves room for the others', () => {
  const { store, retained } = setUp();
  expect(['a', 'b', 'c'].map((topic) => store(topic, 800, 'one'))).toEqual([undefined, undefined, undefined]);
  expect(store('d', 800, 'one')).toBe('those of this account reach 4000 bytes');
  expect(store('e', 800, 'two')).toBeUndefined();
  expect(retained.count).toBe(4);
});

test('all together have a limit, and what is cleared makes room', () => {
  const { store, retained } = setUp();
  for (const topic of ['a', 'b', 'c']) store(topic, 800, 'one');
  expect(store('d', 1000, 'two')).toBeUndefined();
  expect(store('e', 1000, 'two')).toBe('those of all accounts reach 6000 bytes');
  expect(store('a', 0, 'two')).toBeUndefined();
  expect(store('e', 1000, 'two')).toBeUndefined();
  expect(retained.has('a')).toBe(false);
});

test('what replaces a message counts in its place, and for the account that stored it last', () => {
  const { store } = setUp();
  for (let n = 0; n < 50; n += 1) expect(store('a', 900 - n, 'one')).toBeUndefined();
  for (const topic of ['b', 'c']) store(topic, 800, 'one');
  expect(store('d', 800, 'one')).toBeDefined();
  expect(store('a', 800, 'two')).toBeUndefined();
  expect(store('d', 800, 'one')).toBeUndefined();
});

test('long topics count as well as payloads', () => {
  const { store } = setUp();
  expect(store('t'.repeat(2000), 1, 'one')).toBe('those of this account reach 4000 bytes');
});

test('on the disk the smallest that fit are kept, and the rest is removed', async () => {
  const database = await temporaryDatabase();
  try {
    const older = new RetainedStore(database);
    await older.save([
      message('large', 1001),
      ...['a', 'b', 'c', 'd', 'e'].map((topic) => message(topic, 900)),
    ]);
    await older.save([message('small', 10)]);
    const store = new RetainedStore(database, LIMITS);
    expect(await store.trim()).toBe(2);
    expect((await older.load()).map(({ topic }) => topic).sort()).toEqual(['a', 'b', 'c', 'd', 'small']);
    expect(await store.trim()).toBe(0);
  } finally {
    await database.close();
  }
});
