import { expect, test } from 'vitest';
import { TurnEnd } from '../../../src/api/turn-end.ts';
import { textFrame } from '../../../src/api/ws/frame.ts';
import { CONFLATE_ABOVE_BYTES, DISCONNECT_ABOVE_BYTES, Outbox, Turn } from '../../../src/api/ws/outbox.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { TickClock } from '../../support/tick-clock.ts';

/** A socket that transmits nothing until the test says so. */
class StuckWire {
  readonly writes: Buffer[] = [];
  writableLength = 0;
  isDestroyed = false;

  destroy(): void {
    this.isDestroyed = true;
  }

  write(bytes: Buffer): void {
    this.writes.push(bytes);
    this.writableLength += bytes.length;
  }
}

function setUp(): { clock: FakeClock; wires: StuckWire[]; outboxes: Outbox[]; overflows: number[] } {
  const clock = new FakeClock();
  const turn = new Turn(new TurnEnd(clock));
  const wires = [new StuckWire(), new StuckWire()];
  const overflows: number[] = [];
  const outboxes = wires.map((wire) => new Outbox(wire, turn, (unread) => overflows.push(unread)));
  return { clock, wires, outboxes, overflows };
}

test('frames of one tick are sent in one write, and equal ones share their bytes', () => {
  const { clock, wires, outboxes } = setUp();
  const frames = ['a', 'b', 'c'].map((text) => textFrame(text));
  for (const frame of frames) for (const outbox of outboxes) outbox.push(frame);
  expect(wires[0]?.writes).toEqual([]);
  clock.flush();
  expect(wires[0]?.writes).toEqual([Buffer.concat(frames)]);
  expect(wires[1]?.writes[0]).toBe(wires[0]?.writes[0]);
});

test('sockets with different frames get each their own', () => {
  const { clock, wires, outboxes } = setUp();
  const [a, b, c] = ['a', 'b', 'c'].map((text) => textFrame(text)) as [Buffer, Buffer, Buffer];
  for (const frame of [a, b]) outboxes[0]?.push(frame);
  for (const frame of [a, c]) outboxes[1]?.push(frame);
  clock.flush();
  expect(wires.map((wire) => wire.writes)).toEqual([[Buffer.concat([a, b])], [Buffer.concat([a, c])]]);
});

test('a single frame is written as it is', () => {
  const { clock, wires, outboxes } = setUp();
  const frame = textFrame('a');
  outboxes[0]?.push(frame);
  clock.flush();
  expect(wires[0]?.writes[0]).toBe(frame);
});

test('a task that fails at the end of a tick does not affect the frames of other sockets', () => {
  const { clock, wires, outboxes } = setUp();
  outboxes[0]?.whenCaughtUp(() => {
    throw new Error('a fault of ours');
  });
  const frame = textFrame('a');
  outboxes[1]?.push(frame);
  expect(() => clock.flush()).toThrow('a fault of ours');
  clock.flush();
  expect(wires[1]?.writes).toEqual([frame]);
});

test('a socket that coalesces gets an array, its neighbor the frames', () => {
  const { clock, wires, outboxes } = setUp();
  outboxes[0]?.coalesce();
  const frames = ['1', '2'].map((text) => textFrame(text));
  for (const frame of frames) for (const outbox of outboxes) outbox.push(frame);
  clock.flush();
  expect(wires.map((wire) => wire.writes)).toEqual([[textFrame('[1,2]')], [Buffer.concat(frames)]]);
});

test('more than 1 MiB unread is slow, more than 16 MiB closes, reported once', () => {
  const { clock, wires, outboxes, overflows } = setUp();
  const [outbox] = outboxes as [Outbox];
  const frame = Buffer.alloc(CONFLATE_ABOVE_BYTES);
  outbox.push(frame);
  expect(outbox.isSlow()).toBe(false);
  outbox.push(Buffer.alloc(1));
  expect(outbox.isSlow()).toBe(true);
  for (let size = 2 * CONFLATE_ABOVE_BYTES; size <= DISCONNECT_ABOVE_BYTES; size += CONFLATE_ABOVE_BYTES)
    outbox.push(frame);
  expect(overflows).toEqual([]);
  outbox.push(frame);
  outbox.push(frame);
  expect(overflows).toEqual([DISCONNECT_ABOVE_BYTES + 1]);
  clock.flush();
  expect(wires[0]?.writes).toEqual([]);
});

test('waiters for a slow client are resumed when it has caught up, not before', () => {
  const { clock, wires, outboxes } = setUp();
  const [outbox] = outboxes as [Outbox];
  const [wire] = wires as [StuckWire];
  let woken = 0;
  outbox.push(Buffer.alloc(CONFLATE_ABOVE_BYTES + 1));
  outbox.whenCaughtUp(() => {
    woken += 1;
  });
  clock.flush();
  outbox.drained();
  expect(woken).toBe(0);
  wire.writableLength = 0;
  outbox.drained();
  outbox.drained();
  clock.flush();
  expect(woken).toBe(1);
});

test('after its end an outbox takes nothing', () => {
  const { clock, wires, outboxes } = setUp();
  outboxes[0]?.push(textFrame('a'));
  outboxes[0]?.end();
  outboxes[0]?.push(textFrame('b'));
  clock.flush();
  expect(wires[0]?.writes).toEqual([]);
});

test('many megabytes go out over several ticks, everybody in turn', async () => {
  const clock = new TickClock();
  const turn = new Turn(new TurnEnd(clock));
  const order: number[] = [];
  const outboxes = [0, 1, 2].map(
    (n) => new Outbox({ writableLength: 0, destroy: () => {}, write: () => order.push(n) }, turn, () => {}),
  );
  const frame = Buffer.alloc(8 * CONFLATE_ABOVE_BYTES);
  // Each has more as soon as the last frame is written, as one with subscriptions that held back has.
  for (const outbox of outboxes) {
    const more = (): void => {
      outbox.push(frame);
      if (order.length < 6) outbox.whenCaughtUp(more);
    };
    more();
  }
  for (let ticks = 1; ticks <= 6; ticks += 1) {
    await clock.endTick();
    expect(order).toEqual([0, 1, 2, 0, 1, 2].slice(0, ticks));
  }
});

test('waiters are resumed in order until the client is slow again', () => {
  const { clock, wires, outboxes } = setUp();
  const [outbox] = outboxes as [Outbox];
  const [wire] = wires as [StuckWire];
  const woken: number[] = [];
  outbox.push(Buffer.alloc(CONFLATE_ABOVE_BYTES + 1));
  for (const n of [1, 2, 3, 4, 5])
    outbox.whenCaughtUp(() => {
      woken.push(n);
      outbox.push(Buffer.alloc(CONFLATE_ABOVE_BYTES / 2 + 1));
    });
  clock.flush();
  for (const expected of [
    [1, 2],
    [1, 2, 3, 4],
    [1, 2, 3, 4, 5],
  ]) {
    wire.writableLength = 0;
    outbox.drained();
    clock.flush();
    expect(woken).toEqual(expected);
  }
});

test('large frames are written as they are, without being joined', () => {
  const { clock, wires, outboxes } = setUp();
  const frames = [1, 2].map(() => Buffer.alloc(20_000));
  for (const frame of frames) outboxes[0]?.push(frame);
  clock.flush();
  const [first, second] = wires[0]?.writes ?? [];
  expect([first === frames[0], second === frames[1]]).toEqual([true, true]);
});
