import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { afterEach, expect, test } from 'vitest';
import { PasswordHasher } from '../../src/auth/passwords.ts';
import { FakeClock } from '../support/fake-clock.ts';

const clock = new FakeClock();
const hasher = new PasswordHasher(clock);
afterEach(async () => {
  clock.advance(60_000);
  await expect.poll(hashPrograms).toEqual([]);
});

/** Those of tests that ran in this process before. */
const others = new Set(allHashPrograms());

/** The numbers of the processes that compute hashes for these tests. */
function hashPrograms(): number[] {
  return allHashPrograms().filter((pid) => !others.has(pid));
}

function allHashPrograms(): number[] {
  const own = readdirSync('/proc/self/task').flatMap((task) =>
    readFileSync(`/proc/self/task/${task}/children`, 'utf8').trim().split(' '),
  );
  return own.filter((pid) => pid !== '' && commandOf(pid).includes('hash-program')).map(Number);
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

test('hashes are computed in one child process, which ends when there was no login for a while', async () => {
  expect(hashPrograms()).toEqual([]);
  const [hash, other] = await Promise.all([hasher.hash('correct horse'), hasher.hash('correct horse')]);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(other).not.toBe(hash);
  const [pid = 0, ...more] = hashPrograms();
  expect(more).toEqual([]);
  expect(getPriority(pid)).toBe(Math.min(19, getPriority() + 10));
  clock.advance(9_000);
  expect(await hasher.verify(hash, 'correct horse')).toBe(true);
  clock.advance(9_000);
  expect(hashPrograms()).toEqual([pid]);
});

test('a worker that dies rejects the waiting calls, and the next password gets a new one', async () => {
  const hash = await hasher.hash('correct horse');
  for (const pid of hashPrograms()) process.kill(pid, 'SIGKILL');
  await expect(hasher.verify(hash, 'correct horse')).rejects.toThrow('process for passwords failed');
  expect(await hasher.verify(hash, 'correct horse')).toBe(true);
  expect(await hasher.verify(hash, 'wrong horse')).toBe(false);
});

test('an invalid hash matches no password, and causes no error', async () => {
  await expect(hasher.verify('no hash', 'correct horse')).rejects.toThrow('could not be reckoned');
  expect(await hasher.verify(undefined, '')).toBe(false);
});
