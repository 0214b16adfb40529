import { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import { ClientConnection } from '../../../src/integrations/mqtt-broker/client-connection.ts';
import { OutgoingQueues } from '../../../src/integrations/mqtt-broker/outgoing-queues.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const MIB = 1024 * 1024;

/** A client whose socket accepts bytes only when `take` is called. */
function makeClient() {
  let take = (): void => {};
  const stream = new Duplex({
    read: () => {},
    write: (chunk: Buffer, _encoding, done) => {
      take = () => {
        socket.bytesWritten += chunk.length;
        done();
      };
    },
  });
  const socket = {
    bytesWritten: 0,
    get writableLength() {
      return 0;
    },
  };
  const connection = new ClientConnection({ stream, socket, address: '192.0.2.1', isFromPage: false });
  return { connection, stream, take: () => take() };
}

function setUp(count: number) {
  const clock = new FakeClock();
  const clients = Array.from({ length: count }, makeClient);
  const connected = (): ClientConnection[] => clients.map(({ connection }) => connection);
  const queues = new OutgoingQueues({ clock, max: 8 * MIB, connected });
  /** Sends a message if the queue accepts it, like the broker. */
  const send = ({ connection, stream }: ReturnType<typeof makeClient>, bytes: number): boolean => {
    if (queues.isFull(connection)) return false;
    queues.add(connection, bytes);
    clock.soon(() => stream.write(Buffer.alloc(bytes)));
    return true;
  };
  return { clock, clients, queues, send };
}

test('what waits for a client is bounded, also within a tick', () => {
  const { clients, clock, send } = setUp(1);
  const [slow] = clients;
  if (slow === undefined) throw new Error('there is one');
  const sent = Array.from({ length: 20 }, () => send(slow, MIB)).filter(Boolean).length;
  clock.flush();
  expect(sent).toBe(9); // the last one began below the limit
  expect(slow.connection.waiting).toBe(9 * MIB);
});

test('what waits for all clients is bounded, and those that read lose nothing', () => {
  const { clients, clock, send } = setUp(50);
  const [reader, ...slow] = clients;
  if (reader === undefined) throw new Error('there is one');
  for (let n = 0; n < 100; n += 1) {
    expect(send(reader, 100_000)).toBe(true);
    for (const one of slow) send(one, 100_000);
    clock.advance(100);
    reader.take();
  }
  const total = slow.reduce((sum, { connection }) => sum + connection.waiting, 0);
  expect(total).toBeGreaterThan(40 * MIB);
  expect(total).toBeLessThan(60 * MIB);
});

test('once the slow ones are gone the others have their queues again', () => {
  const { clients, clock, send } = setUp(50);
  for (let n = 0; n < 20; n += 1) {
    for (const one of clients) send(one, 100_000);
    clock.advance(100);
  }
  const [last] = clients;
  if (last === undefined) throw new Error('there is one');
  expect(send(last, 1000)).toBe(false);
  clients.splice(1);
  clock.advance(100);
  expect(send(last, 1000)).toBe(true);
});

test('a client with a full queue for half a minute, or that reads nothing for two, is to be disconnected', () => {
  const { clients, clock, queues, send } = setUp(3);
  const [full, stalled, slow] = clients;
  if (full === undefined || stalled === undefined || slow === undefined) throw new Error('there are three');
  for (let n = 0; n < 20; n += 1) send(full, MIB);
  for (let n = 0; n < 20; n += 1) send(slow, 1000);
  send(stalled, 1000);
  clock.flush();
  const heard = new Map<string, number>();
  for (let sweep = 1; sweep <= 15; sweep += 1) {
    slow.take();
    for (const [name, one] of Object.entries({ full, stalled, slow }))
      if (queues.judge(one.connection) !== undefined && !heard.has(name)) heard.set(name, sweep);
  }
  expect(Object.fromEntries(heard)).toEqual({ full: 3, stalled: 12 });
});

test('a connection is not read while a large message of it is on its way', () => {
  const { connection, stream } = makeClient();
  stream.push('first');
  expect(String(stream.read())).toBe('first');
  connection.begin(MIB);
  stream.push('second');
  expect(stream.read()).toBeNull();
  let heard = '';
  stream.on('readable', () => {
    heard += String(stream.read() ?? '');
  });
  connection.end(MIB);
  expect(heard).toBe('second');
});
