import { describe, expect, it } from 'vitest';
import { revokeToken } from '../../src/auth/administration.ts';
import { Audit } from '../../src/auth/audit.ts';
import { AuthPart } from '../../src/auth/auth-part.ts';
import { silentLog } from '../../src/core/log.ts';
import { type Database, openDatabase } from '../../src/storage/database.ts';
import { hearthMigrations } from '../../src/storage/migrations/index.ts';
import { makeAuth } from '../support/auth.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { tempFolder } from '../support/temp-folder.ts';

const ANNA = { userId: 'a'.repeat(32), tokenId: 'b'.repeat(32), peer: '192.168.1.20' };
const NOBODY = { userId: null, tokenId: null, peer: '203.0.113.7' };

async function withAudit(
  work: (audit: Audit, clock: FakeClock, database: Database) => Promise<void>,
): Promise<void> {
  const folder = tempFolder();
  const clock = new FakeClock();
  const database = await openDatabase({
    file: `${folder}/hearth.db`,
    migrations: hearthMigrations,
    backupFolder: `${folder}/backups`,
    clock,
    log: silentLog,
  });
  try {
    await work(new Audit(database, clock, silentLog), clock, database);
  } finally {
    await database.close();
  }
}

describe('the audit', () => {
  it('lists user, action, time and address, newest first', () =>
    withAudit(async (audit, clock) => {
      audit.record('login_failed', NOBODY, { username: '<b>root</b>' });
      clock.advance(1000);
      audit.record('logged_in', ANNA);
      expect(await audit.list()).toEqual([
        {
          id: 2,
          time: expect.stringMatching(/^2026-11-20T12:00:01\.00000\d\+00:00$/),
          action: 'logged_in',
          user_id: ANNA.userId,
          token_id: ANNA.tokenId,
          peer: ANNA.peer,
          detail: {},
        },
        {
          id: 1,
          time: expect.stringMatching(/^2026-11-20T12:00:00\.00000\d\+00:00$/),
          action: 'login_failed',
          user_id: null,
          token_id: null,
          peer: NOBODY.peer,
          detail: { username: '<b>root</b>' },
        },
      ]);
    }));

  it('is read in pages, of one action or one user', () =>
    withAudit(async (audit) => {
      for (let n = 1; n <= 5; n += 1) audit.record('call_refused', n % 2 ? ANNA : NOBODY, { n });
      audit.record('logged_in', ANNA);
      const ids = async (query: Parameters<Audit['list']>[0]) =>
        (await audit.list(query)).map(({ id }) => id);
      expect(await ids({ limit: 2 })).toEqual([6, 5]);
      expect(await ids({ limit: 2, before: 5 })).toEqual([4, 3]);
      expect(await ids({ action: 'call_refused', user_id: ANNA.userId })).toEqual([5, 3, 1]);
      await expect(audit.list({ limit: 0 })).rejects.toMatchObject({ code: 'invalid_format' });
      await expect(audit.list({ limit: 1001 })).rejects.toMatchObject({ code: 'invalid_format' });
    }));

  it('notes the same thing by the same caller once a minute', () =>
    withAudit(async (audit, clock) => {
      for (let n = 0; n < 50; n += 1) audit.record('call_refused', ANNA, { service: 'lock.unlock' });
      audit.record('call_refused', NOBODY, { service: 'lock.unlock' });
      clock.advance(60_001);
      audit.record('call_refused', ANNA, { service: 'lock.unlock' });
      expect(await audit.list()).toHaveLength(3);
    }));

  it('truncates long values', () =>
    withAudit(async (audit) => {
      audit.record('login_failed', NOBODY, { username: 'x'.repeat(100_000) });
      const [line] = await audit.list();
      expect(JSON.stringify(line?.detail).length).toBeLessThan(2100);
    }));

  it('keeps entries the disk refuses, logs that, and writes them once there is room', () =>
    withAudit(async (_audit, clock, database) => {
      let isFull = true;
      const lines: string[] = [];
      const log = {
        ...silentLog,
        error: (message: string, fields?: object) => void lines.push(`${message} ${JSON.stringify(fields)}`),
      };
      const write: Database['write'] = (statements) =>
        isFull ? Promise.reject(new Error('the disk is full')) : database.write(statements);
      const audit = new Audit({ write, query: (sql, params) => database.query(sql, params) }, clock, log);
      audit.record('token_revoked', ANNA, { token: 'c'.repeat(32) });
      for (let n = 0; n < 1200; n += 1) audit.record('login_failed', NOBODY, { n });
      expect(await audit.list()).toEqual([]);
      expect(lines[1]).toMatch(/token_revoked could not be saved yet.*192\.168\.1\.20/);
      isFull = false;
      clock.advance(30_000);
      const kept = await audit.list({ limit: 1000 });
      expect(kept).toHaveLength(1000);
      expect(kept[0]).toMatchObject({ action: 'login_failed', detail: { n: 1199 } });
      expect(kept[0]?.time).toMatch(/^2026-11-20T12:00:00/);
      expect(clock.pending).toBe(0);
    }));

  it('cannot be changed', () =>
    withAudit(async (audit, _clock, database) => {
      await audit.record('logged_in', ANNA);
      await expect(database.write([{ sql: "UPDATE audit SET action = 'nothing'" }])).rejects.toThrow(
        'never changed',
      );
    }));

  it('is kept for a year', () =>
    withAudit(async (audit, clock) => {
      audit.record('logged_in', ANNA);
      const { tokens } = makeAuth().auth;
      const part = new AuthPart({ tokens, audit, clock, log: silentLog });
      part.start();
      clock.advance(364 * 86_400_000);
      expect(await audit.list()).toHaveLength(1);
      clock.advance(2 * 86_400_000);
      expect(await audit.list()).toEqual([]);
      part.stop();
      expect(clock.pending).toBe(0);
    }));
});

it('a change is acknowledged when its line in the audit is on the disk too', async () => {
  const { auth } = makeAuth();
  const { id } = await auth.users.create({ name: 'Ada', group_ids: ['system-admin'] });
  const { token } = await auth.tokens.create({
    ...{ user_id: id, kind: 'long_lived_access_token', name: 'x' },
  });
  let save: () => void = () => {};
  const saved = new Promise<void>((resolve) => {
    save = resolve;
  });
  const slow = { ...auth, audit: { record: () => saved } };
  let isAnswered = false;
  const answer = revokeToken(slow, token.id).then(() => {
    isAnswered = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect([auth.tokens.get(token.id), isAnswered]).toEqual([undefined, false]);
  save();
  await answer;
  expect(isAnswered).toBe(true);
});
