import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { UnauthenticatedConnections } from '../../../src/api/fairness/unauthenticated-connections.ts';
import { silentLog } from '../../../src/core/log.ts';

/** The end of a connection as far as the limits look at it. */
class FakeSocket extends EventEmitter {
  isDestroyed = false;
  readonly remoteAddress: string;

  constructor(remoteAddress: string) {
    super();
    this.remoteAddress = remoteAddress;
  }

  destroy(): void {
    this.isDestroyed = true;
    this.emit('close');
  }
}

function setUp(shared = '') {
  const limits = new UnauthenticatedConnections((address) => address === shared, silentLog);
  const connect = (address: string): FakeSocket => {
    const socket = new FakeSocket(address);
    limits.add(socket as unknown as Socket);
    return socket;
  };
  const many = (count: number, address: (n: number) => string): FakeSocket[] =>
    Array.from({ length: count }, (_, n) => connect(address(n)));
  const admit = (socket: FakeSocket | undefined): void => limits.admit(socket as unknown as Socket);
  return { connect, many, admit };
}

const destroyed = (sockets: readonly FakeSocket[]): number => sockets.filter((one) => one.isDestroyed).length;

test('an address has so many connections without a token: a further one closes the oldest', () => {
  const { connect, many, admit } = setUp();
  const sockets = many(512, () => '192.0.2.1');
  const other = connect('192.0.2.2');
  admit(sockets[0]);
  connect('192.0.2.1');
  expect(destroyed(sockets)).toBe(0);
  connect('192.0.2.1');
  expect([sockets[0]?.isDestroyed, sockets[1]?.isDestroyed, destroyed(sockets)]).toEqual([false, true, 1]);
  expect(other.isDestroyed).toBe(false);
});

test('connections that have closed do not count', () => {
  const { connect, many } = setUp();
  const sockets = many(512, () => '192.0.2.1');
  sockets[5]?.destroy();
  connect('192.0.2.1');
  expect(destroyed(sockets)).toBe(1);
});

test('an address that many clients share may have more, up to the total', () => {
  const { connect, many } = setUp('127.0.0.1');
  const sockets = many(2048, () => '127.0.0.1');
  expect(destroyed(sockets)).toBe(0);
  connect('192.0.2.1');
  expect([sockets[0]?.isDestroyed, destroyed(sockets)]).toEqual([true, 1]);
});

test.each([
  ['2001:db8:1:2::', '2001:db8:1:2:ffff:', 1],
  ['2001:db8::', '2001:db8:0:0:ffff:', 1],
  ['2001:db8:1:2::', '2001:db8:1:3::', 0],
  ['::ffff:192.0.2.', '::ffff:192.0.2.', 0],
])('addresses of one IPv6 network count together: %s and %s', (one, other, closed) => {
  const { many, connect } = setUp();
  const sockets = many(512, (n) => (one.endsWith('.') ? `${one}${n}` : `${one}${n.toString(16)}`));
  connect(`${other}${one.endsWith('.') ? 999 : 'a:b'}`);
  expect(destroyed(sockets)).toBe(closed);
});
