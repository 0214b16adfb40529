import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TurnEnd } from '../../../src/api/turn-end.ts';
import { Broadcast } from '../../../src/api/ws/broadcast.ts';
import { textFrame } from '../../../src/api/ws/frame.ts';
import { DISCONNECT_ABOVE_BYTES, Outbox, Turn } from '../../../src/api/ws/outbox.ts';
import type { Undo } from '../../../src/core/clock.ts';
import { FakeClock } from '../../support/fake-clock.ts';

interface Socket {
  readonly outbox: Outbox;
  readonly writes: Buffer[];
  readonly overflows: number[];
}

function setUp(count: number): { clock: FakeClock; sockets: Socket[] } {
  const clock = new FakeClock();
  const turn = new Turn(new TurnEnd(clock));
  const sockets = Array.from({ length: count }, () => {
    const writes: Buffer[] = [];
    const overflows: number[] = [];
    const wire = { writableLength: 0, destroy: () => {}, write: (bytes: Buffer) => writes.push(bytes) };
    return { outbox: new Outbox(wire, turn, (unread) => overflows.push(unread)), writes, overflows };
  });
  return { clock, sockets };
}

test('all receivers get the very same bytes in one write', () => {
  const { clock, sockets } = setUp(2);
  const broadcast = new Broadcast();
  for (const { outbox } of sockets) broadcast.join(outbox);
  const frames = ['a', 'b', 'c'].map((text) => textFrame(text));
  for (const frame of frames) broadcast.send(frame);
  clock.flush();
  expect(sockets[0]?.writes).toEqual([Buffer.concat(frames)]);
  expect(sockets[1]?.writes[0]).toBe(sockets[0]?.writes[0]);
});

test('a socket that coalesces gets the frames of a broadcast as an array', () => {
  const { clock, sockets } = setUp(1);
  const broadcast = new Broadcast();
  sockets[0]?.outbox.coalesce();
  broadcast.join(sockets[0]?.outbox as Outbox);
  for (const text of ['1', '2']) broadcast.send(textFrame(text));
  clock.flush();
  broadcast.send(textFrame('3'));
  clock.flush();
  expect(sockets[0]?.writes).toEqual([textFrame('[1,2]'), textFrame('3')]);
});

test('more than 16 MiB of a broadcast in one tick overflow a socket, reported once', () => {
  const { clock, sockets } = setUp(1);
  const [socket] = sockets as [Socket];
  const broadcast = new Broadcast();
  broadcast.join(socket.outbox);
  const frame = Buffer.alloc(1024 * 1024);
  // A batch is counted when the next one begins, and two such frames make one.
  for (let sent = 0; sent <= DISCONNECT_ABOVE_BYTES + 2 * frame.length; sent += frame.length)
    broadcast.send(frame);
  clock.flush();
  expect(socket.overflows).toEqual([DISCONNECT_ABOVE_BYTES + 2 * frame.length]);
  expect(socket.writes).toEqual([]);
});

test('in any tick, each socket gets its own messages and its broadcasts in the order they were sent', () => {
  const socket = fc.nat(2);
  const channel = fc.nat(1);
  const step = fc.oneof(
    fc.record({ kind: fc.constant('own' as const), socket }),
    fc.record({ kind: fc.constant('send' as const), channel, size: fc.constantFrom(1, 200_000) }),
    fc.record({ kind: fc.constant('join' as const), socket, channel }),
    fc.record({ kind: fc.constant('leave' as const), socket, channel }),
    fc.record({ kind: fc.constant('flush' as const), socket }),
    fc.record({ kind: fc.constant('turn' as const) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { clock, sockets } = setUp(3);
      const channels = [new Broadcast(), new Broadcast()];
      const hears = new Map<string, Undo>();
      const expected: Buffer[][] = sockets.map(() => []);
      let sent = 0;
      for (const act of steps) {
        if (act.kind === 'turn') clock.flush();
        else if (act.kind === 'flush') sockets[act.socket]?.outbox.flush();
        else if (act.kind === 'own') {
          const frame = textFrame(`own ${sent++}`);
          sockets[act.socket]?.outbox.push(frame);
          expected[act.socket]?.push(frame);
        } else if (act.kind === 'send') {
          const frame = textFrame(`${sent++}`.padEnd(act.size));
          channels[act.channel]?.send(frame);
          for (const [i, frames] of expected.entries())
            if (hears.has(`${i} ${act.channel}`)) frames.push(frame);
        } else {
          const key = `${act.socket} ${act.channel}`;
          hears.get(key)?.();
          hears.delete(key);
          if (act.kind === 'join')
            hears.set(key, (channels[act.channel] as Broadcast).join(sockets[act.socket]?.outbox as Outbox));
        }
      }
      clock.flush();
      const got = sockets.map(({ writes }) => Buffer.concat(writes));
      for (const [i, frames] of expected.entries()) expect(got[i]?.equals(Buffer.concat(frames))).toBe(true);
    }),
    { numRuns: 300 },
  );
});
