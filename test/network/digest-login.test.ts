import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { digestLogin } from '../../src/network/digest-login.ts';

const LOGIN = { username: 'Mufasa', password: 'Circle of Life' };
const TARGET = { method: 'GET', path: '/dir/index.html' };
const field = (header: string | undefined, name: string) =>
  new RegExp(`\\b${name}="?([^",]+)`).exec(header ?? '')?.[1] ?? '';

it.each(['MD5', 'SHA-256'])('answers a challenge of RFC 7616 with %s', (algorithm) => {
  const nonce = '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v';
  const answer = digestLogin(
    `Basic realm="x", Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, nonce="${nonce}", opaque="FQhe"`,
    LOGIN,
    TARGET,
  );
  const hash = (text: string) =>
    createHash(algorithm === 'MD5' ? 'md5' : 'sha256')
      .update(text)
      .digest('hex');
  const account = hash('Mufasa:http-auth@example.org:Circle of Life');
  const expected = hash(
    `${account}:${nonce}:00000001:${field(answer, 'cnonce')}:auth:${hash('GET:/dir/index.html')}`,
  );
  expect(field(answer, 'response')).toBe(expected);
  expect(field(answer, 'opaque')).toBe('FQhe');
});

it('answers the example of RFC 2617 without qop', () => {
  const answer = digestLogin(
    'Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093"',
    { ...LOGIN, password: 'Circle Of Life' },
    TARGET,
  );
  expect(field(answer, 'response')).toBe('670fd8c2df070c60b045671b8b24ff02');
});

it.each([
  'Basic realm="x"',
  'Digest realm="x"',
  'Digest realm="x", nonce="n", algorithm=CRC32',
  'Digest realm="x", nonce="n", qop="auth-int"',
])('leaves %j alone', (challenge) => {
  expect(digestLogin(challenge, LOGIN, TARGET)).toBeUndefined();
});

it('keeps quotes in names inside of their quotes', () => {
  const answer = digestLogin('Digest realm="a\\"b", nonce="n"', { username: 'a"b\\', password: '' }, TARGET);
  expect(answer).toContain('username="a\\"b\\\\", realm="a\\"b"');
});
