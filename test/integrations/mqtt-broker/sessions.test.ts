import type { Client } from 'aedes';
import { expect, test } from 'vitest';
import { BrokerPersistence } from '../../../src/integrations/mqtt-broker/broker-persistence.ts';
import { RetainedMessages } from '../../../src/integrations/mqtt-broker/retained-messages.ts';
import { Sessions } from '../../../src/integrations/mqtt-broker/sessions.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const MIB = 1024 * 1024;

/** Sessions of clients that are away and want everything. */
function setUp(...ids: readonly string[]) {
  const memory = new BrokerPersistence({ retained: new RetainedMessages() });
  const clock = new FakeClock();
  const sessions = new Sessions(memory, clock, 100);
  let last = 0;
  for (const id of ids) {
    const client = { id, clean: false } as Client;
    sessions.mayUse(client, null);
    sessions.left(client);
  }
  const send = async (bytes: number, to: readonly string[] = ids): Promise<void> => {
    last += 1;
    const packet = { topic: 'a', payload: Buffer.alloc(bytes), qos: 1, brokerId: 'b', brokerCounter: last };
    await memory.outgoingEnqueueCombi(
      to.map((clientId) => ({ clientId })),
      packet,
    );
    for (const id of to) await memory.outgoingUpdate({ id }, { ...packet, messageId: last }).catch(() => {});
  };
  const stored = async (id: string): Promise<{ messageId: number }[]> => {
    const packets: { messageId: number }[] = [];
    for await (const packet of memory.outgoingStream({ id })) packets.push(packet);
    return packets;
  };
  return { memory, clock, sessions, send, stored };
}

test('what waits for a client is bounded in messages', async () => {
  const { send, stored } = setUp('one');
  for (let n = 0; n < 1100; n += 1) await send(1);
  expect(await stored('one')).toHaveLength(1000);
});

test('and in bytes, for each client and for all', async () => {
  const { send, stored } = setUp('one', 'two', 'three', 'four', 'five');
  for (let n = 0; n < 12; n += 1) await send(MIB);
  const counts = await Promise.all(['one', 'two', 'three', 'four', 'five'].map(stored));
  expect(counts.map(({ length }) => length).every((count) => count <= 8)).toBe(true);
  expect(counts.flat()).toHaveLength(32);
});

test('a client that has read its queue has room again, and so have the others', async () => {
  const { memory, send, stored } = setUp('a', 'b', 'c', 'd', 'e');
  const first = ['a', 'b', 'c', 'd'];
  for (let n = 0; n < 8; n += 1) await send(MIB, first);
  await send(MIB, ['e']);
  expect(await stored('e')).toHaveLength(0);
  for (const id of first)
    for (const packet of await stored(id)) await memory.outgoingClearMessageId({ id }, packet);
  await send(MIB, ['a', 'e']);
  expect([await stored('a'), await stored('e')].map(({ length }) => length)).toEqual([1, 1]);
});

test('an abandoned session is dropped with its queued messages', async () => {
  const { memory, clock, sessions, send, stored } = setUp('a', 'b', 'c', 'd');
  await memory.addSubscriptions({ id: 'a' }, [{ topic: 'x', qos: 1 }]);
  for (let n = 0; n < 8; n += 1) await send(MIB);
  clock.advance(25 * 3_600_000);
  sessions.sweep();
  expect(await memory.countOffline()).toEqual({ subsCount: 0, clientsCount: 0 });
  await send(MIB, ['e']);
  expect([await stored('a'), await stored('e')].map(({ length }) => length)).toEqual([0, 1]);
});

test('a message that matches several filters of a client waits once', async () => {
  const { memory, stored } = setUp('one');
  await memory.addSubscriptions({ id: 'one' }, [
    { topic: 'a/#', qos: 1 },
    { topic: 'a/b', qos: 2 },
  ]);
  const matching = await memory.subscriptionsByTopic('a/b');
  expect(matching).toHaveLength(2);
  await memory.outgoingEnqueueCombi(matching, { topic: 'a/b', payload: 'x', qos: 1 });
  expect(await stored('one')).toHaveLength(1);
});

test('of a message of QoS 2 the payload is not kept until the end of the handshake', async () => {
  const { memory } = setUp();
  const packet = { topic: 'a', payload: Buffer.alloc(MIB), qos: 2, messageId: 7 };
  await memory.incomingStorePacket({ id: 'one' }, packet);
  expect((await memory.incomingGetPacket({ id: 'one' }, packet)).payload).toHaveLength(0);
});
