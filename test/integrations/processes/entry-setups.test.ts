import { describe, expect, it } from 'vitest';
import { ConfigEntries, type ConfigEntry } from '../../../src/entities/registry/config-entries.ts';
import { EntrySetups } from '../../../src/integrations/processes/entry-setups.ts';
import type { Collection } from '../../../src/storage/documents.ts';
import { FakeClock } from '../../support/fake-clock.ts';

/** An entry, what its process was sent, and a process that is there or not. */
async function start({ isRunning = true } = {}) {
  const clock = new FakeClock();
  const entries = new Map<string, ConfigEntry>();
  const store: Collection<ConfigEntry> = {
    entries,
    put: async (id, entry) => void entries.set(id, entry),
    putAll: async () => {},
    delete: async (id) => void entries.delete(id),
  };
  const configEntries = new ConfigEntries(store, clock);
  const { entry_id: id } = await configEntries.create({ domain: 'plug', title: 'Plug', options: {} });
  const sent: string[] = [];
  const setups = new EntrySetups({
    ...{ configEntries, clock },
    support: () => ({ hasOptions: false }),
    send: () => {
      if (isRunning) sent.push('setup');
      return isRunning;
    },
    unload: () => void sent.push('unload'),
  });
  return { clock, setups, sent, id, status: () => configEntries.statusOf(id) };
}

describe('the setup of an entry', () => {
  it('waits for its process', async () => {
    const { setups, sent, id } = await start({ isRunning: false });
    setups.add(id);
    expect(sent).toEqual([]);
  });

  it('that hangs is given up after a minute, and tried again', async () => {
    const { clock, setups, sent, id, status } = await start();
    setups.add(id);
    expect(status()).toMatchObject({ state: 'setup_in_progress' });
    clock.advance(60_000);
    expect(sent).toEqual(['setup', 'unload']);
    expect(status()).toMatchObject({ state: 'setup_retry', reason: expect.stringContaining('60 seconds') });
    clock.advance(6_000);
    expect(sent).toEqual(['setup', 'unload', 'setup']);
  });

  it('is tried again after growing waits of at most ten minutes', async () => {
    const { clock, setups, sent, id } = await start();
    setups.add(id);
    for (const seconds of [5, 10, 20, 40, 80, 160, 320, 600, 600]) {
      const before = sent.length;
      setups.retry(id, 'No connection');
      clock.advance(seconds * 1000 - 1);
      expect(sent.length).toBe(before);
      clock.advance(1_001);
      expect(sent.length).toBe(before + 1);
    }
    setups.loaded(id);
    setups.retry(id, 'No connection');
    clock.advance(6_000);
    expect(sent.length).toBe(11);
  });

  it('ends with its entry', async () => {
    const { clock, setups, sent, id, status } = await start();
    setups.add(id);
    setups.retry(id, 'No connection');
    setups.drop(id);
    clock.advance(600_000);
    expect(sent).toEqual(['setup', 'unload']);
    setups.loaded(id);
    expect(status()).toMatchObject({ state: 'setup_retry' });
  });

  it('shows why all fail when the process does', async () => {
    const { setups, id, status } = await start();
    setups.add(id);
    setups.interrupted('ended with code 1', false);
    expect(status()).toMatchObject({ state: 'setup_retry', reason: 'ended with code 1' });
    setups.interrupted('ended with code 1', true);
    expect(status()).toMatchObject({ state: 'setup_error' });
    setups.tryAll();
    expect(status()).toMatchObject({ state: 'setup_in_progress' });
  });
});
