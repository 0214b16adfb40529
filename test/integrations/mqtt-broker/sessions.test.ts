import { Aedes, type Client } from 'aedes';
import { expect, test } from 'vitest';
import { memoryOf } from '../../../src/integrations/mqtt-broker/aedes-inside.ts';
import { Sessions } from '../../../src/integrations/mqtt-broker/sessions.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const MIB = 1024 * 1024;

/** Sessions of clients that are away and want everything. */
async function setUp(...ids: readonly string[]) {
  const aedes = await Aedes.createBroker();
  const memory = memoryOf(aedes);
  const clock = new FakeClock();
  const sessions = new Sessions(memory, clock, 100);
  let last = 0;
  const away = (id: string): void => {
    const client = { id, clean: false } as Client;
    sessions.mayUse(client, null);
    sessions.left(client);
  };
  for (const id of ids) away(id);
  const send = async (bytes: number, to: readonly string[] = ids): Promise<void> => {
    last += 1;
    const packet = { topic: 'a', payload: Buffer.alloc(bytes), qos: 1, messageId: last };
    const subscriptions = to.map((clientId) => ({ clientId, topic: 'a', qos: 1 }));
    await memory.outgoingEnqueueCombi(subscriptions, packet);
    await settled();
  };
  const stored = async (id: string): Promise<object[]> => {
    const packets: object[] = [];
    for await (const packet of memory.outgoingStream({ id })) packets.push(packet);
    return packets;
  };
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return { aedes, memory, clock, sessions, send, stored, settled };
}

const close = (aedes: Aedes): Promise<void> => new Promise((resolve) => aedes.close(() => resolve()));

test('what is put by for a client is bounded in messages', async () => {
  const { aedes, send, stored } = await setUp('one');
  for (let n = 0; n < 1100; n += 1) await send(1);
  expect(await stored('one')).toHaveLength(1000);
  await close(aedes);
});

test('and in bytes, for each client and for all', async () => {
  const { aedes, send, stored } = await setUp('one', 'two', 'three', 'four', 'five');
  for (let n = 0; n < 12; n += 1) await send(MIB);
  const counts = await Promise.all(['one', 'two', 'three', 'four', 'five'].map(stored));
  expect(counts.map(({ length }) => length).every((count) => count <= 8)).toBe(true);
  expect(counts.flat()).toHaveLength(32);
  await close(aedes);
});

test('who has read what was put by has room again, and so have the others after a while', async () => {
  const { aedes, memory, clock, sessions, send, stored, settled } = await setUp('a', 'b', 'c', 'd', 'e');
  const first = ['a', 'b', 'c', 'd'];
  for (let n = 0; n < 8; n += 1) await send(MIB, first);
  await send(MIB, ['e']);
  expect(await stored('e')).toHaveLength(0);
  for (const id of first)
    for (const packet of await stored(id)) await memory.outgoingClearMessageId({ id }, packet);
  clock.advance(10_000);
  sessions.sweep();
  await settled();
  await send(MIB, ['a', 'e']);
  expect([await stored('a'), await stored('e')].map(({ length }) => length)).toEqual([1, 1]);
  await close(aedes);
});

test('of a message of quality 2 the payload is not kept until the end of the handshake', async () => {
  const { aedes, memory } = await setUp();
  const packet = { topic: 'a', payload: Buffer.alloc(MIB), qos: 2, messageId: 7 };
  await memory.incomingStorePacket({ id: 'one' }, packet);
  const inside = memory as unknown as {
    incomingGetPacket: (client: { id: string }, packet: object) => Promise<{ payload: string }>;
  };
  expect((await inside.incomingGetPacket({ id: 'one' }, packet)).payload).toHaveLength(0);
  await close(aedes);
});
