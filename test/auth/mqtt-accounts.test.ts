import { describe, expect, it } from 'vitest';
import { MqttAccount, MqttAccounts } from '../../src/auth/mqtt-accounts.ts';
import { PasswordHasher } from '../../src/auth/passwords.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { testData } from '../support/test-data.ts';

const cases = testData(import.meta.filename);

/** Accounts in memory; `keep` shows what would be on the disk. */
function make() {
  const entries = new Map<string, MqttAccount>();
  const put = async (id: string, value: MqttAccount): Promise<void> => {
    entries.set(id, MqttAccount.parse(value));
  };
  const store = {
    entries,
    put,
    putAll: async (values: Iterable<readonly [string, MqttAccount]>) => {
      for (const [id, value] of values) await put(id, value);
    },
    delete: async (id: string) => {
      entries.delete(id);
    },
  };
  const clock = new FakeClock();
  const accounts = new MqttAccounts(store, clock);
  return { accounts, entries, clock };
}

/** Counts the slow hashes computed while something runs. */
async function hashesOf(work: () => Promise<unknown>): Promise<number> {
  const { verify } = PasswordHasher.prototype;
  let count = 0;
  PasswordHasher.prototype.verify = function counted(...args) {
    count += 1;
    return verify.apply(this, args);
  };
  try {
    await work();
  } finally {
    PasswordHasher.prototype.verify = verify;
  }
  return count;
}

describe('users of the broker', () => {
  it('may do everything by default, and are stored without their password', async () => {
    const { accounts, entries } = make();
    await accounts.create('plug', { password: 'a long password' });
    expect(accounts.list()).toMatchObject([{ username: 'plug', publish: ['#'], subscribe: ['#'] }]);
    expect(JSON.stringify([...entries.values()])).not.toContain('a long password');
    expect(JSON.stringify(accounts.list())).not.toContain('argon2');
    expect(await accounts.verify('plug', 'a long password', '10.0.0.1')).toMatchObject({ publish: ['#'] });
    expect(await accounts.verify('plug', 'another password', '10.0.0.1')).toBeUndefined();
    expect(await accounts.verify('nobody', 'a long password', '10.0.0.1')).toBeUndefined();
  });

  it.each(cases<[string, object, string][]>('invalid accounts'))(
    'are not made as %j with %j',
    async (name, wish, code) => {
      const { accounts } = make();
      await accounts.create('known', { password: 'a long password' });
      await expect(accounts.create(name, wish)).rejects.toMatchObject({ code });
      expect(accounts.list()).toHaveLength(1);
    },
  );

  it('need one slow hash when all their devices reconnect at once, and none after that', async () => {
    const { accounts } = make();
    await accounts.create('plug', { password: 'a long password' });
    const login = (): Promise<unknown> => accounts.verify('plug', 'a long password', '10.0.0.1');
    expect(await hashesOf(() => Promise.all(Array.from({ length: 50 }, login)))).toBe(1);
    expect(await hashesOf(login)).toBe(0);
  });

  it('cannot connect with the old password or permissions after a change', async () => {
    const { accounts } = make();
    const changed: string[] = [];
    accounts.onChange((name) => changed.push(name));
    await accounts.create('plug', { password: 'a long password' });
    await accounts.verify('plug', 'a long password', '10.0.0.1');
    await accounts.update('plug', { password: 'a new password', subscribe: ['plug/#'] });
    expect(await accounts.verify('plug', 'a long password', '10.0.0.1')).toBeUndefined();
    expect(await accounts.verify('plug', 'a new password', '10.0.0.1')).toMatchObject({
      publish: ['#'],
      subscribe: ['plug/#'],
    });
    await accounts.delete('plug');
    expect(await accounts.verify('plug', 'a new password', '10.0.0.1')).toBeUndefined();
    await expect(accounts.delete('plug')).rejects.toMatchObject({ code: 'not_found' });
    expect(changed).toEqual(['plug', 'plug', 'plug']);
  });

  it('guessing is throttled, correct passwords are not', async () => {
    const { accounts } = make();
    await accounts.create('plug', { password: 'a long password' });
    await accounts.verify('plug', 'a long password', '10.0.0.1');
    for (let i = 0; i < 5; i += 1) await accounts.verify('plug', `guess number ${i}`, '10.0.0.9');
    await expect(accounts.verify('plug', 'another guess', '10.0.0.9')).rejects.toMatchObject({
      code: 'too_many_requests',
    });
    expect(await accounts.verify('plug', 'a long password', '10.0.0.9')).toBeDefined();
  });
});

describe('passwords guessed in parallel', () => {
  /** How each of the logins ended. */
  async function outcomes(logins: readonly Promise<unknown>[]): Promise<Readonly<Record<string, number>>> {
    const counts: Record<string, number> = { admitted: 0, wrong: 0, refused: 0 };
    for (const settled of await Promise.allSettled(logins)) {
      if (settled.status === 'rejected') expect(settled.reason).toMatchObject({ code: 'too_many_requests' });
      const end =
        settled.status === 'rejected' ? 'refused' : settled.value === undefined ? 'wrong' : 'admitted';
      counts[end] = (counts[end] ?? 0) + 1;
    }
    return counts;
  }

  it('are checked no more often than guesses one after another', async () => {
    const { accounts } = make();
    await accounts.create('plug', { password: 'a long password' });
    const guesses = Array.from({ length: 60 }, (_, i) => `guess number ${i}`);
    let ends: unknown;
    const hashes = await hashesOf(async () => {
      ends = await outcomes(guesses.map((guess) => accounts.verify('plug', guess, '10.0.0.9')));
    });
    expect([hashes, ends]).toEqual([5, { admitted: 0, wrong: 5, refused: 55 }]);
  });

  it('from many addresses are stopped by the account', async () => {
    const { accounts } = make();
    await accounts.create('plug', { password: 'a long password' });
    const guesses = Array.from({ length: 30 }, (_, i) =>
      accounts.verify('plug', `guess number ${i}`, `10.0.${i}.9`),
    );
    expect(await outcomes(guesses)).toEqual({ admitted: 0, wrong: 10, refused: 20 });
  });

  it('do not keep devices with accounts of their own from reconnecting together from one address', async () => {
    const { accounts } = make();
    const names = Array.from({ length: 12 }, (_, i) => `plug_${i}`);
    for (const name of names) await accounts.create(name, { password: `password of ${name}` });
    const logins = names.map((name) => accounts.verify(name, `password of ${name}`, '10.0.0.9'));
    expect(await outcomes(logins)).toEqual({ admitted: 12, wrong: 0, refused: 0 });
  });
});
