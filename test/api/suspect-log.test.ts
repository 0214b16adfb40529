import { expect, it } from 'vitest';
import { Peers } from '../../src/api/peer.ts';
import { SuspectLog } from '../../src/api/suspect-log.ts';
import { type Log, silentLog } from '../../src/core/log.ts';
import { FakeClock } from '../support/fake-clock.ts';

it('logs rejected requests once a minute per address', () => {
  const lines: unknown[] = [];
  const log: Log = { ...silentLog, warn: (_message, fields) => lines.push(fields) };
  const clock = new FakeClock();
  const peers = new Peers(['10.0.0.1'], new SuspectLog(clock, log));
  const forge = (address: string) =>
    expect(() => peers.resolve(address, '192.168.0.9')).toThrow('not a trusted proxy');
  forge('203.0.113.5');
  forge('::ffff:203.0.113.5');
  expect(lines).toEqual([{ peer: '203.0.113.5', reason: 'X-Forwarded-For from no trusted proxy' }]);
  expect(peers.resolve('10.0.0.1', '192.168.0.9')).toBe('192.168.0.9');
  forge('203.0.113.6');
  expect(lines.length).toBe(2);
  clock.advance(60_000);
  forge('203.0.113.5');
  expect(lines.length).toBe(3);
});
