import { expect, test } from 'vitest';
import { Bus } from '../../src/core/bus.ts';
import type { Cause } from '../../src/core/cause-notes.ts';
import { silentLog } from '../../src/core/log.ts';
import { Causes } from '../../src/history/causes.ts';
import type { Statement } from '../../src/storage/sqlite.ts';
import { FakeClock } from '../support/fake-clock.ts';

function setting() {
  const clock = new FakeClock();
  const contexts: unknown[] = [];
  const database = {
    write: async (statements: readonly Statement[]) => {
      for (const statement of statements)
        if ('rows' in statement) for (const row of statement.rows) contexts.push(row[0]);
    },
    query: async () => [],
    change: async () => 0,
  };
  const causes = new Causes({ database, bus: new Bus(silentLog), clock, log: silentLog });
  let made = 0;
  const note = (count: number): void => {
    for (let i = 0; i < count; i += 1) causes.note(noteOf(String(++made), clock.now()));
  };
  const written = async (): Promise<readonly unknown[]> => {
    await causes.flush();
    return contexts.splice(0);
  };
  return { clock, note, written };
}

function noteOf(context: string, at: number): Cause {
  return { context, parent: null, kind: 'user', subject: 'somebody', at, detail: {} };
}

test('a burst of thousands is saved completely', async () => {
  const { note, written } = setting();
  note(19_000);
  expect(await written()).toHaveLength(19_000);
});

test('of a flood that does not end the first of each second are kept, and after an hour a burst again', async () => {
  const { clock, note, written } = setting();
  for (let second = 0; second < 10; second += 1) {
    note(20_000);
    await written();
    clock.advance(1000);
  }
  note(20_000);
  const kept = await written();
  expect(kept).toHaveLength(1000);
  expect(kept[0]).toBe('200001');
  clock.advance(3_600_000);
  note(15_000);
  expect(await written()).toHaveLength(15_000);
});
